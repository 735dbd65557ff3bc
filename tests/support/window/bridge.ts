import { expect, type Page } from '@playwright/test'
import type { Bridge } from '../../../shared/ipc/bridge'
import type { Payment } from '../../../shared/payment/payment'
import type { PaymentsOfSales } from '../../../shared/sale/sale-view'
import {
  defaultSettings,
  type TimeoutsSettings,
  timeoutsSettingsSchema,
} from '../../../shared/settings'
import type { Till } from './till'

/** Saves how long the till waits, as the form in Settings does; what is left out has its default. */
export async function setTimeouts(page: Page, changes: Partial<TimeoutsSettings>): Promise<void> {
  const value = timeoutsSettingsSchema.strip().parse({ ...defaultSettings, ...changes })
  const [saved] = await calls(page, 'kaunta:settings.save', [{ section: 'timeouts', value }])
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

/** The payments of the last sales, as the rail has them; what is open comes first. */
export async function recentPayments(page: Page): Promise<readonly Payment[]> {
  const [answer] = await calls(page, 'kaunta:payments.recent', [undefined])
  return (answer as { value: PaymentsOfSales }).value.payments
}

/**
 * From now on the clock in main runs `times` as fast, as far as it is for intervals: timers, and what
 * they are measured with. The time of day stays. For what waits for minutes in which nothing happens.
 */
export async function hurryClock({ app }: Till, times: number): Promise<void> {
  await app.evaluate((_electron, factor) => {
    const start = performance.now()
    const now = performance.now.bind(performance)
    const after = globalThis.setTimeout
    performance.now = () => start + (now() - start) * factor
    Object.assign(globalThis, {
      setTimeout: (action: () => void, delay = 0) => after(action, delay / factor),
    })
  }, times)
}

/** The time of day goes on by so much, in main and in the window; what is measured in intervals stays. */
export async function moveTimeOfDay({ app, page }: Till, ms: number): Promise<void> {
  await app.evaluate(setAhead, ms)
  await page.evaluate(ahead => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + ahead
  }, ms)
}

/** All clocks of the window go on by so much, and none of main's: for what the screen says after a wait. */
export function passTimeInWindow({ page }: Till, seconds: number): Promise<void> {
  return page.evaluate(ms => {
    for (const clock of [Date, performance]) {
      const now = clock.now.bind(clock)
      clock.now = () => now() + ms
    }
  }, seconds * 1_000)
}

function setAhead(_electron: unknown, ahead: number): void {
  const now = Date.now.bind(Date)
  Date.now = () => now() + ahead
}
