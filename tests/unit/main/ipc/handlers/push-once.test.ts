import { expect, it } from 'vitest'
import { type OthersSilent, pushOnce } from '../../../../../electron/main/ipc/handlers/push-once'
import { mayGoAlone } from '../../../../../electron/main/payments/sending/decide-send'
import type { LeaseAnswer } from '../../../../../electron/main/shop/meeting/push-lease'
import type { ShopSession } from '../../../../../electron/main/shop/shop-session'
import { failure, type Result, success } from '../../../../../shared/ipc/result'
import type { Sale } from '../../../../../shared/payment/sale'
import { beginSale } from '../../../../../shared/payment/sale-reducer'
import { defaultSettings } from '../../../../../shared/settings'
import type { ShopDatabaseView } from '../../../../../shared/shop-database'
import { recorded } from '../../../../support/payments/sales'

const sale = beginSale('00000000-0000-7000-8000-000000000001', recorded())
const wanted = { msisdn: sale.msisdn, draftId: sale.draftId }

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
  const view = answer === 'no-shop' ? null : ({} as ShopDatabaseView)
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
    // What waits is not asked about again before it is sent: the till's own repeats end here.
    const last = limits.aloneMs - 1
    const goesAt = (sinceFresh: number) =>
      mayGoAlone(sale, { sinceFresh, sinceRecorded: sinceFresh }, sending)
    expect([goesAt(last), goesAt(last + 1)]).toEqual([true, false])
    expect(last + defaultSettings.promptLifetimeMs).toBeLessThan(forMs)
  },
)
