import type { Bridge } from '../../shared/ipc/bridge'
import { mobileDraft } from '../support/payments/payments'
import { expectState } from '../support/window/expectations'
import { pressPayButton, sellMobile } from '../support/window/payment'
import type { Till } from '../support/window/till'
import { memoryOf, settleMs, withService } from './window'

/** What a till holds at one moment. */
interface Held {
  /** Proportional set size of the whole process tree, MB; null where it cannot be read. */
  memoryMb: number | null
  /** Of main: open handles and requests, timers among them, and listeners of what lives as long as the till. */
  handles: number
  listeners: number
  /** Of the window's page. */
  pageListeners: number
}

export interface LongDay {
  payments: number
  /** After the first hundred, or the first half of a short day, and at the end. */
  early: Held
  end: Held
}

/** Payments at once: customers at several counters of one till. */
const atOnce = 50

/**
 * Takes so many payments in one run of the till; one of each batch through the window, as a cashier does. The service
 * is not in the till's process, as in Practice, where it remembers every payment.
 */
export function measureLongDay(payments: number): Promise<LongDay> {
  return withService({ webhooks: 'off' }, async till => {
    const warm = Math.min(100, Math.ceil(payments / 2))
    await take(till, 0, warm)
    const early = await held(till)
    await take(till, warm, payments)
    return { payments, early, end: await held(till) }
  })
}

async function take(till: Till, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n += atOnce) {
    const count = Math.min(atOnce, to - n)
    const [first, ...others] = Array.from({ length: count }, (_, place) => draftOf(n + place))
    await requestAll(till, others)
    if (first) await sellMobile(till.page, { phone: first.phone })
    await expectState(till.page, 'Paid')
    await pressPayButton(till.page, 'New sale')
    await allSettled(till)
    await dismissResults(till)
  }
}

/** Another customer each: a phone with a live prompt gets no second one. */
function draftOf(n: number) {
  return mobileDraft({ phone: `2557552${String(n).padStart(5, '0')}` })
}

async function requestAll({ page }: Till, drafts: readonly unknown[]): Promise<void> {
  await page.evaluate(async all => {
    const { kauntaBridge } = globalThis as unknown as { kauntaBridge: Bridge }
    for (const draft of all) {
      const answer = await kauntaBridge.call('kaunta:payments.request', draft)
      if (!(answer as { ok: boolean }).ok) throw new Error(JSON.stringify(answer))
    }
  }, drafts)
}

/** As a cashier does who has seen how the others ended. */
async function dismissResults({ page }: Till): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss all' })
  if (await dismiss.isVisible()) await dismiss.click()
}

const settleLimitMs = 120_000

async function allSettled({ page }: Till): Promise<void> {
  for (const begun = performance.now(); performance.now() - begun < settleLimitMs; ) {
    const open = await page.evaluate(async () => {
      const { kauntaBridge } = globalThis as unknown as { kauntaBridge: Bridge }
      const answer = await kauntaBridge.call('kaunta:payments.recent', undefined)
      const { value } = answer as { value: { payments: readonly { phase: string }[] } }
      return value.payments.filter(({ phase }) => phase !== 'settled').length
    })
    if (open === 0) return
    await new Promise(resolve => setTimeout(resolve, 500))
  }
  throw new Error('Payments are still open after two minutes')
}

async function held(till: Till): Promise<Held> {
  const session = await till.page.context().newCDPSession(till.page)
  await session.send('HeapProfiler.collectGarbage')
  await new Promise(resolve => setTimeout(resolve, settleMs))
  const memoryMb = memoryOf(till.app.process().pid ?? 0)
  // Listeners of what is not in the page any more are counted until they are collected.
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  const inMain = await till.app.evaluate(({ app, ipcMain, powerMonitor, nativeTheme }) => {
    const emitters = [process, app, ipcMain, powerMonitor, nativeTheme]
    const listeners = emitters.flatMap(one => one.eventNames().map(name => one.listenerCount(name)))
    return {
      handles: process.getActiveResourcesInfo().length,
      listeners: listeners.reduce((sum, count) => sum + count, 0),
    }
  })
  return {
    ...inMain,
    memoryMb,
    pageListeners: metrics.find(({ name }) => name === 'JSEventListeners')?.value ?? Number.NaN,
  }
}
