import { beforeEach, describe, expect, it } from 'vitest'
import { cashUpCsv } from '../../../../../../../electron/main/outputs/exports/day-files'
import type { Ledger } from '../../../../../../../electron/main/store/ledger/ledger'
import { asha, closeDay, juma, scene, take } from '../../../../../../support/day-payments'
import { morning } from '../../../../../../support/payments/clock'
import { ledgerIn } from '../../../../../../support/payments/ledger'
import { samples } from '../../../../../../support/payments/payments'
import { temporaryFolders } from '../../../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const at = morning + 3_600_000
const amount = (value: number, currency = 'TZS') => ({ amount: { currency, value } })

let ledger: Ledger
beforeEach(() => {
  ledger = ledgerIn(newFolder()).ledger
})

/** The only currency of the running period. */
const running = () => ledger.day.report(at).currencies[0]

const paymentsOf = (tallies: Record<string, { sales: number }> = {}) =>
  Object.fromEntries(Object.entries(tallies).map(([name, { sales }]) => [name, sales]))

describe('a running period', () => {
  it('adds no two currencies, and keeps channels and cashiers apart', () => {
    take(ledger, 'paid', { ...amount(1_000), person: asha })
    take(ledger, 'paid', { ...amount(70, 'KES'), person: juma })
    take(ledger, 'paid', { ...amount(500), channel: 'card' })
    const { currencies } = ledger.day.report(at)
    expect(currencies.map(day => [day.currency, day.blocks.confirmed.amount])).toEqual([
      ['KES', 70],
      ['TZS', 1_500],
    ])
    const [, shillings] = currencies
    expect(shillings?.channels.map(each => [each.channel, each.blocks.confirmed.amount])).toEqual([
      ['card', 500],
      ['mobile', 1_000],
    ])
    expect(shillings?.cashiers.map(each => [each.person, each.blocks.confirmed.amount])).toEqual([
      [null, 500],
      [asha, 1_000],
    ])
  })

  it('counts what a person should look at twice', () => {
    take(ledger, 'paidLate')
    take(ledger, 'mismatched')
    take(ledger, 'handedOver')
    const inDoubt = take(ledger, 'handedOver')
    ledger.append(inDoubt.id, samples.contradicted)
    const inCash = take(ledger, 'inCash')
    ledger.append(inCash.id, samples.settled)
    const counts = { late: 2, contradicted: 1, earlier: 0, mismatched: 1 }
    const day = running()
    expect(paymentsOf(day?.marks)).toEqual({ ...counts, toHandOver: 2, handedOverInDoubt: 1 })
    // Cash was taken and the service was paid: both are true, in their own blocks.
    expect(day?.blocks).toMatchObject({ cash: { sales: 1 }, confirmed: { sales: 4 } })
  })

  it('has a payment once that is open and has to be resolved: its repeat was refused', () => {
    const { id } = take(ledger, 'repeatRefused')
    const { open, currencies } = ledger.day.report(at)
    expect(open.map(({ paymentId }) => paymentId)).toEqual([id])
    expect(currencies[0]?.blocks.unknown.sales).toBe(1)
    expect(closeDay(ledger).report.open).toHaveLength(1)
  })

  it('no longer counts what a person said of a payment that is pending again, and then what came of it', () => {
    const { id } = take(ledger, 'unclear')
    const nothing = {
      none: 0,
      confirmed: 0,
      cash: 0,
      seen: 0,
      notPaid: 0,
      otherwise: 0,
      unknown: 0,
    }
    const expectOnly = (block: string) =>
      expect(paymentsOf(running()?.blocks)).toEqual({ ...nothing, [block]: 1 })
    expectOnly('unknown')
    ledger.append(id, samples.resolved)
    expectOnly('otherwise')
    ledger.append(id, samples.reopened)
    expectOnly('unknown')
    ledger.append(id, samples.settled)
    expectOnly('confirmed')
  })

  it('keeps cash that was taken for a payment that is pending again', () => {
    const { id } = take(ledger, 'unclear')
    ledger.append(id, { ...samples.resolved, how: 'paid-in-cash' })
    ledger.append(id, samples.reopened)
    expect(running()?.blocks).toMatchObject({ cash: { sales: 1 }, unknown: { sales: 0 } })
    ledger.append(id, samples.settled)
    expect(running()?.marks.late.sales).toBe(1)
  })

  it('has the money of a payment that was resolved in an earlier period, and turned out paid in this one', () => {
    const { id } = take(ledger, 'unclear')
    ledger.append(id, samples.resolved)
    const closed = closeDay(ledger)
    ledger.append(id, samples.reopened)
    ledger.append(id, samples.settled)
    const { currencies, earlier } = ledger.day.report(at)
    expect(paymentsOf(currencies[0]?.blocks)).toMatchObject({
      confirmed: 1,
      otherwise: 0,
      unknown: 0,
    })
    expect(paymentsOf(currencies[0]?.marks)).toMatchObject({ late: 1, earlier: 1 })
    expect(earlier).toMatchObject([{ paymentId: id, period: 1 }])
    expect(ledger.day.cashUps.find(1)).toEqual(closed)
  })

  it('shows confirmed money, by channel, and cash by the local hour in which it came', () => {
    take(ledger, 'paid', amount(7))
    take(ledger, 'paid', { ...amount(20), channel: 'card' })
    take(ledger, 'inCash', amount(300))
    take(ledger, 'pending', amount(9))
    take(ledger, 'seen', amount(4_000))
    const hour = new Date(morning + 1_000).getHours()
    const one = (value: number) => ({ sales: 1, amount: value })
    const money = { mobile: one(7), card: one(20), cash: one(300) }
    expect(running()?.hours).toEqual([{ hour, money }])
  })

  it('has the hours of the closed period that began a week before it', () => {
    const began = (days: number, hours = 0) => morning + days * 86_400_000 + hours * 3_600_000
    closeDay(ledger, {}, began(0))
    // Two periods a day: the second begins at noon.
    for (let day = 0; day < 7; day++) {
      take(ledger, 'paid', amount(10 + day))
      closeDay(ledger, {}, began(day, 4))
      take(ledger, 'paid', amount(100 + day))
      closeDay(ledger, {}, began(day + 1))
    }
    const weekBefore = () =>
      ledger.day
        .running(began(7, 1))
        .weekBefore.flatMap(({ hours }) => hours.map(({ money }) => money.mobile.amount))
    expect(weekBefore()).toEqual([10])
    take(ledger, 'paid', amount(17))
    closeDay(ledger, {}, began(7, 5))
    expect(weekBefore()).toEqual([100])
    // The till was not used for two days: no period began a week before.
    take(ledger, 'paid', amount(18))
    closeDay(ledger, {}, began(16))
    expect(weekBefore()).toEqual([])
  })

  it('adds amounts that no number can hold exactly, and does not stop the till for them', () => {
    const value = Number.MAX_SAFE_INTEGER
    take(ledger, 'paid', amount(value))
    take(ledger, 'paid', amount(value))
    expect(running()?.blocks.confirmed.amount).toBeCloseTo(2 * value, -2)
  })
})

describe('closing a period', () => {
  it('is refused while something is open that no one signed off, and writes nothing', () => {
    const first = take(ledger, 'pending')
    take(ledger, 'expired')
    const signOffs = [{ paymentId: first.id, reason: 'customer rings tomorrow' }]
    const closed = ledger.day.close({ period: 1, signOffs, counted: [] }, scene)
    expect(closed).toMatchObject({ ok: false, code: 'cash-up-unsigned' })
    expect(ledger.day.cashUps.list(null, 5)).toEqual([])
    expect(ledger.day.report(at).period).toBe(1)
  })

  it('says who signed off what and why, and the payment stays a to-do (money rule 8)', () => {
    const payment = take(ledger, 'expired')
    const cashUp = closeDay(ledger)
    const signOff = { reason: 'customer rings tomorrow', at: scene.at, person: asha }
    expect(cashUp.report.open).toMatchObject([{ paymentId: payment.id, signOff }])
    expect(ledger.toDos().map(({ id }) => id)).toEqual([payment.id])
    expect(ledger.find(payment.id)?.resolution).toBeNull()
    // The next period begins at zero, with what is still open.
    const next = ledger.day.report(at)
    expect(next).toMatchObject({ period: 2, since: scene.at, earlier: [] })
    expect(next.open).toMatchObject([{ paymentId: payment.id, earlier: true, signOff: null }])
    expect(paymentsOf(next.currencies[0]?.blocks)).toMatchObject({ confirmed: 0, unknown: 1 })
  })

  it('asks nothing about a request whose sale was paid in cash, until it is paid as well', () => {
    const { id } = take(ledger, 'inCash')
    const open = () => ledger.day.report(at).open
    expect(open()).toEqual([])
    const closed = ledger.day.close({ period: 1, signOffs: [], counted: [] }, scene)
    expect(closed).toMatchObject({ ok: true, value: { report: { open: [] } } })
    ledger.append(id, samples.settled)
    expect(open()).toMatchObject([{ paymentId: id, tooMuch: true, earlier: true }])
  })

  it('closes once: a second press is answered with the first', () => {
    take(ledger, 'paid')
    const first = closeDay(ledger)
    take(ledger, 'paid')
    const again = ledger.day.close({ period: 1, signOffs: [], counted: [] }, scene)
    expect(again).toEqual({ ok: true, value: first })
    expect(ledger.day.cashUps.list(null, 5).map(({ number }) => number)).toEqual([1])
    const tooEarly = ledger.day.close({ period: 3, signOffs: [], counted: [] }, scene)
    expect(tooEarly).toMatchObject({ ok: false, code: 'bad-argument' })
  })

  it.each([
    ['inCash', 'cash'],
    ['seen', 'seen'],
    ['notPaid', 'notPaid'],
    ['resolved', 'otherwise'],
  ] as const)(
    'counts what was resolved as %s in a block of its own, never as confirmed',
    (way, block) => {
      take(ledger, way, amount(15_000))
      take(ledger, 'paid', amount(200))
      const none = { sales: 0, amount: 0 }
      const all = { cash: none, seen: none, notPaid: none, otherwise: none }
      const tally = { sales: 1, amount: 15_000 }
      const blocks = { ...all, confirmed: { sales: 1, amount: 200 }, [block]: tally }
      const states = expect.arrayContaining([{ state: block, block, tally }])
      expect(running()).toMatchObject({ blocks, states })
      const closed = closeDay(ledger)
      expect(closed.report.currencies[0]?.blocks).toMatchObject(blocks)
      const rows = ledger.day.cashUps
        .lines(1)
        .map(line => `${line.block} ${line.state} ${line.amount}`)
      expect(new Set(rows)).toEqual(new Set(['confirmed paid 200', `${block} ${block} 15000`]))
      expect(cashUpCsv(closed, ledger.day.cashUps.lines(1))).toContain(`${block},${block},`)
    },
  )

  it('expects the float and what came in cash, less what was refunded out of the drawer', () => {
    take(ledger, 'inCash', amount(120_000))
    for (const [way, value] of [
      ['cash', 15_000],
      ['said', 4_000],
      ['service', 500],
    ] as const)
      ledger.append(take(ledger, 'paid', amount(value)).id, {
        ...samples['given-back'],
        ...{ way, value, worth: value },
      })
    const counted = [{ currency: 'TZS', amount: 124_000 }]
    const floats = [{ currency: 'TZS', amount: 20_000 }]
    expect(closeDay(ledger, { counted, floats }).cash).toEqual([
      { currency: 'TZS', float: 20_000, expected: 125_000, counted: 124_000 },
    ])
  })

  it('expects less than nothing where only a refund was paid and the float was not said', () => {
    const { id } = take(ledger, 'paid', amount(15_000))
    ledger.append(id, samples['given-back'])
    const counted = [{ currency: 'TZS', amount: 0 }]
    expect(closeDay(ledger, { counted }).cash).toEqual([
      { currency: 'TZS', float: 0, expected: -15_000, counted: 0 },
    ])
  })

  it('is shown for ever as it was, whatever becomes of its payments', () => {
    const folder = newFolder()
    const { ledger, close } = ledgerIn(folder)
    const open = take(ledger, 'pending')
    const paid = take(ledger, 'paid')
    const cashUp = closeDay(ledger)
    const lines = ledger.day.cashUps.lines(1)
    ledger.append(open.id, samples.settled)
    ledger.append(paid.id, samples['goods-handed-over'])
    closeDay(ledger)
    close()
    const { ledger: again } = ledgerIn(folder)
    expect(again.day.cashUps.find(1)).toEqual(cashUp)
    expect(again.day.cashUps.lines(1)).toEqual(lines)
    expect(lines.map(({ paymentId, block }) => [paymentId, block])).toEqual([
      [paid.id, 'confirmed'],
      [open.id, 'unknown'],
    ])
  })

  it('marks what is paid after its day was closed as of an earlier day', () => {
    const payment = take(ledger, 'pending', amount(15_000))
    closeDay(ledger)
    take(ledger, 'paid', amount(200))
    ledger.append(payment.id, samples.settled)
    const report = ledger.day.report(at)
    expect(report.earlier).toMatchObject([{ paymentId: payment.id, period: 1 }])
    expect(report.currencies[0]).toMatchObject({
      blocks: { confirmed: { sales: 2, amount: 15_200 } },
      marks: { earlier: { sales: 1, amount: 15_000 } },
    })
    closeDay(ledger)
    expect(ledger.day.cashUps.lines(2).filter(({ earlier }) => earlier)).toMatchObject([
      { paymentId: payment.id, block: 'confirmed' },
    ])
  })
})

describe('what was sold', () => {
  const soda = (quantity: number) => ({ name: 'Soda', quantity, price: 1_500 })
  const bread = { name: 'Bread', quantity: 1, price: 2_000 }
  const typed = { name: '', quantity: 1, price: 2_500 }

  it('is the items of what was paid or taken in cash, each price apart', () => {
    const cheap = { ...soda(1), price: 1_400 }
    take(ledger, 'paid', { ...amount(7_500), lines: [soda(2), bread, typed] })
    take(ledger, 'inCash', { ...amount(1_500), lines: [soda(1)] })
    take(ledger, 'paid', { ...amount(1_400), lines: [cheap] })
    take(ledger, 'failed', { ...amount(15_000), lines: [soda(10)] })
    take(ledger, 'pending', { ...amount(1_500), lines: [soda(1)] })
    take(ledger, 'paid', { ...amount(2_000, 'KES'), lines: [bread] })
    // What brought most comes first, what was typed last.
    const sold = [soda(3), bread, cheap, typed]
    const { currencies } = ledger.day.report(at)
    expect(currencies.map(day => [day.currency, day.sold])).toEqual([
      ['KES', [bread]],
      ['TZS', sold],
    ])
    const shift = ledger.day.shift({ from: null, person: null }, at)
    expect(shift.currencies.map(day => day.sold)).toEqual([[bread], sold])
  })

  it('is counted once where cash was taken and the service was paid as well', () => {
    const { id } = take(ledger, 'inCash', { ...amount(1_500), lines: [soda(1)] })
    ledger.append(id, samples.settled)
    expect(running()).toMatchObject({
      blocks: { cash: { sales: 1 }, confirmed: { sales: 1 } },
      sold: [soda(1)],
    })
  })

  it('stays in its closing and goes into the file; the next day begins with none', () => {
    take(ledger, 'paid', { ...amount(5_000), lines: [soda(2), bread] })
    const cashUp = closeDay(ledger)
    expect(ledger.day.cashUps.find(1)?.report.currencies[0]?.sold).toEqual([soda(2), bread])
    const [headings = '', row = ''] = cashUpCsv(cashUp, ledger.day.cashUps.lines(1)).split('\r\n')
    const place = headings.split(',').indexOf('items')
    expect(row.split(',"')[1] ?? row.split(',')[place]).toContain('2 × Soda 1,500; Bread 2,000')
    expect(running()).toBeUndefined()
  })
})
