import { expect, it } from 'vitest'
import { type OthersSilent, pushOnce } from '../../../../../electron/main/ipc/handlers/push-once'
import { salesHandlers } from '../../../../../electron/main/ipc/handlers/sales'
import type { PaymentEngine } from '../../../../../electron/main/payments/engine'
import { mayGoAlone } from '../../../../../electron/main/payments/sending/decide-send'
import { longestCall } from '../../../../../electron/main/service'
import type { LeaseAnswer } from '../../../../../electron/main/shop/meeting/push-lease'
import type { ShopSession } from '../../../../../electron/main/shop/shop-session'
import type { SettingsKeeper } from '../../../../../electron/main/storage/settings'
import { failure, type Result, success } from '../../../../../shared/ipc/result'
import type { Sale } from '../../../../../shared/payment/sale'
import { beginSale } from '../../../../../shared/payment/sale-reducer'
import { defaultSettings } from '../../../../../shared/settings'
import type { ShopDatabaseView } from '../../../../../shared/shop-database'
import { noShop } from '../../../../support/no-shop'
import { mobileDraft, recorded } from '../../../../support/payments/sales'

const sale = beginSale('00000000-0000-7000-8000-000000000001', recorded())
const wanted = { msisdn: sale.msisdn, draftId: sale.draftId, hasEarlier: () => false }

const shopView = {} as ShopDatabaseView

interface Tried {
  result: Result<Sale>
  /** What happened, in order. */
  order: string[]
  silent: OthersSilent[]
  late: (answer: LeaseAnswer) => void
  /** How long the lease was asked for, ms. */
  forMs: number
}

async function tryWith(
  answer: LeaseAnswer | 'no-session' | 'no-shop',
  pushed: Result<Sale> = success(sale),
  limits = defaultSettings.freshness,
): Promise<Tried> {
  const order: string[] = []
  const silent: OthersSilent[] = []
  let late: Tried['late'] = () => undefined
  let forMs = 0
  const leases: ShopSession['leases'] = {
    ask: async (asked, later) => {
      order.push('ask')
      forMs = asked.forMs
      late = later
      return typeof answer === 'string' ? { state: 'not-asked' } : answer
    },
    release: async () => void order.push('release'),
  }
  const session = typeof answer === 'string' ? null : ({ leases } as ShopSession)
  const view = answer === 'no-shop' ? null : shopView
  const scene = {
    shop: { session: () => session, view: () => view },
    settings: () => ({ ...defaultSettings, freshness: limits }),
    othersSilent: (push: OthersSilent) => void silent.push(push),
  }
  const result = await pushOnce(wanted, scene, () => {
    order.push('push')
    return pushed
  })
  return { result, order, silent, late, forMs }
}

it('asks the other tills before anything is sent', async () => {
  const { result, order, silent } = await tryWith({ state: 'granted' })
  expect([result.ok, order, silent]).toEqual([true, ['ask', 'push'], []])
})

it('sends nothing where another till has the number, and names it', async () => {
  const { result, order } = await tryWith({ state: 'held', till: 'Counter 1', leftMs: 9_000 })
  expect(order).toEqual(['ask'])
  expect(result).toMatchObject({
    code: 'phone-number-busy-elsewhere',
    elsewhere: { till: 'Counter 1', leftMs: 9_000 },
  })
})

it('sends all the same where they cannot be asked, and says so', async () => {
  const said = [{ saleId: sale.id, till: null }]
  expect((await tryWith({ state: 'not-asked' })).silent).toEqual(said)
  const { order, silent } = await tryWith('no-session')
  expect([order, silent]).toEqual([['push'], said])
})

it('warns of an answer that came too late', async () => {
  const { late, silent } = await tryWith({ state: 'not-asked' })
  late({ state: 'held', till: 'Counter 2', leftMs: 1 })
  expect(silent.at(-1)).toEqual({ saleId: sale.id, till: 'Counter 2' })
})

it('gives the number back where nothing was sent', async () => {
  const { order } = await tryWith({ state: 'granted' }, failure('queue-full', ''))
  expect(order).toEqual(['ask', 'push', 'release'])
})

it('asks nobody on a till without a shop database', async () => {
  const { order, silent } = await tryWith('no-shop')
  expect([order, silent]).toEqual([['push'], []])
})

it.each([
  defaultSettings.freshness,
  { aloneMs: 1_000, renewMs: 1_000 },
  { aloneMs: 3_600_000, renewMs: 3_600_000 },
  { aloneMs: 30_000, renewMs: 86_400_000 },
])(
  'holds the number until the last request that goes out by itself has no prompt any more: %j',
  async limits => {
    const { forMs } = await tryWith({ state: 'granted' }, success(sale), limits)
    const sending = { ...limits, keyTrustedMs: defaultSettings.keyTrustedMs }
    // Until here it goes out by itself; later only by a press, which asks again.
    const last = limits.aloneMs - 1
    const goesAt = (sinceFresh: number) =>
      mayGoAlone(sale, { sinceFresh, sinceRecorded: sinceFresh }, sending)
    expect([goesAt(last), goesAt(last + 1)]).toEqual([true, false])
    expect(last + longestCall + defaultSettings.promptLifetimeMs).toBeLessThan(forMs)
  },
)

it('gives nothing back where an earlier payment may still have a prompt on the phone', async () => {
  const order: string[] = []
  const leases = {
    ask: async () => ({ state: 'granted' }) as const,
    release: async () => void order.push('release'),
  }
  const scene = {
    shop: { session: () => ({ leases }) as unknown as ShopSession, view: () => shopView },
    settings: () => defaultSettings,
    othersSilent: () => undefined,
  }
  const refuse = () => failure('action-not-possible', 'It was refused')
  await pushOnce({ ...wanted, hasEarlier: () => true }, scene, refuse)
  expect(order).toEqual([])
  await pushOnce(wanted, scene, refuse)
  expect(order).toEqual(['release'])
})

it.each(['request', 'sendNow', 'tryAgain', 'tryAgainLate', 'sendAgain'] as const)(
  '%s is of the person who pressed, also when the other tills are asked meanwhile',
  async call => {
    const asha = { id: '0192f000-0000-4000-8000-00000000000a', name: 'Asha' }
    let atTill: typeof asha | null = asha
    const by: unknown[] = []
    const push = (...given: unknown[]) => {
      by.push(given.at(-1))
      return success(sale)
    }
    const engine = {
      ledger: { find: () => sale },
      request: push,
      sendNow: push,
      tryAgain: push,
      sendAgain: push,
    } as unknown as PaymentEngine
    const ask = async () => {
      atTill = null
      return { state: 'granted' } as const
    }
    const session = { leases: { ask, release: async () => undefined } } as unknown as ShopSession
    const handlers = salesHandlers(
      async work => work(engine),
      () => success(null),
      () => () => undefined,
      {
        copyText: () => undefined,
        shop: { ...noShop, view: () => shopView, session: () => session },
        person: () => atTill,
        settings: { get: () => defaultSettings } as SettingsKeeper,
        othersSilent: () => undefined,
      },
    )
    const draft = mobileDraft({ draftId: sale.draftId })
    expect(await handlers[call]({ ...draft, saleId: sale.id })).toMatchObject({ ok: true })
    expect(by).toEqual([asha])
  },
)

it.each(['sendNow', 'tryAgain', 'tryAgainLate', 'sendAgain'] as const)(
  '%s asks the other tills first',
  async call => {
    const sent: string[] = []
    const push = () => {
      sent.push(call)
      return success(sale)
    }
    const engine = {
      ledger: { find: () => sale },
      sendNow: push,
      tryAgain: push,
      sendAgain: push,
    } as unknown as PaymentEngine
    const held = { state: 'held', till: 'Counter 1', leftMs: 9_000 } as const
    const leases = { ask: async () => held, release: async () => undefined }
    const handlers = salesHandlers(
      async work => work(engine),
      () => success(null),
      () => () => undefined,
      {
        copyText: () => undefined,
        shop: {
          ...noShop,
          view: () => shopView,
          session: () => ({ leases }) as unknown as ShopSession,
        },
        person: () => null,
        settings: { get: () => defaultSettings } as SettingsKeeper,
        othersSilent: () => undefined,
      },
    )
    const result = await handlers[call]({ saleId: sale.id, draftId: sale.draftId })
    expect(result).toMatchObject({ code: 'phone-number-busy-elsewhere' })
    expect(sent).toEqual([])
  },
)
