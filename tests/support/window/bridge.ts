import { expect, type Page } from '@playwright/test'
import type { Bridge } from '../../../shared/ipc/bridge'
import { defaultSettings, type TimeoutsSettings } from '../../../shared/settings'

/** Saves how long the till waits, as the form in Settings does; what is left out has its default. */
export async function setTimeouts(page: Page, changes: Partial<TimeoutsSettings>): Promise<void> {
  const { freshness, cardFreshness, queue } = defaultSettings
  const { assumedLifetimeMs, promptLifetimeMs, keyTrustedMs } = defaultSettings
  const settings: TimeoutsSettings = {
    freshness,
    cardFreshness,
    queue,
    assumedLifetimeMs,
    promptLifetimeMs,
    keyTrustedMs,
    ...changes,
  }
  const [saved] = await calls(page, 'kaunta:settings.save', [
    { section: 'timeouts', value: settings },
  ])
  expect(saved).toMatchObject({ ok: true })
}

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
