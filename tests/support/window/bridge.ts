import type { Page } from '@playwright/test'
import type { Bridge } from '../../../shared/ipc/bridge'

/** Asks main past the screens: one call for each argument, all at once. */
export function calls(
  page: Page,
  channel: string,
  callArguments: readonly unknown[],
): Promise<unknown[]> {
  return page.evaluate(
    ([name, each]) => {
      const { kauntaBridge } = globalThis as unknown as { kauntaBridge: Bridge }
      return Promise.all(each.map(one => kauntaBridge.call(name, one)))
    },
    [channel, callArguments] as const,
  )
}
