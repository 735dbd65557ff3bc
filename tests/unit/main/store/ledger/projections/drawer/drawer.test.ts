import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { LedgerChain } from '../../../../../../../electron/main/store/ledger/hash-chain/ledger-chain'
import { expectedCash } from '../../../../../../../shared/day/cash-up'
import type { DrawerEntry } from '../../../../../../../shared/day/drawer'
import { inDatabase, tamper } from '../../../../../../support/database'
import { asha, closeDay, juma, take } from '../../../../../../support/day-payments'
import { morning } from '../../../../../../support/payments/clock'
import { ledgerIn } from '../../../../../../support/payments/ledger'
import { samples } from '../../../../../../support/payments/payments'
import { finished } from '../../../../../../support/results'
import { temporaryFolders } from '../../../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const at = morning + 3_600_000

let opened: ReturnType<typeof ledgerIn>
beforeEach(() => {
  opened = ledgerIn(newFolder())
})

const day = () => opened.ledger.day

/** Cash that moves without a sale, of Asha in the shop's currency where nothing else is said. */
function move(kind: DrawerEntry['kind'], value: number, changes: Partial<DrawerEntry> = {}) {
  const press = { draftId: randomUUID(), at, kind, value, currency: 'TZS', person: asha }
  return day().drawer.add({ ...press, reason: kind === 'float' ? '' : 'change', ...changes })
}

const takeCash = (value: number) =>
  take(opened.ledger, 'inCash', { amount: { currency: 'TZS', value } })

const drawers = () =>
  day()
    .report(at)
    .currencies.map(({ currency, drawer }) => [currency, drawer])

const expected = () =>
  day()
    .report(at)
    .currencies.map(each => expectedCash(each))

describe('the drawer of the running period', () => {
  it('holds the float, the cash, what was paid in, less what was given back and paid out', () => {
    move('float', 20_000)
    takeCash(6_000)
    const back = takeCash(1_500)
    const given = { value: 1_500, worth: 1_500, way: 'cash' } as const
    opened.ledger.append(back.id, { ...samples['given-back'], ...given, at })
    move('pay-in', 5_000)
    move('pay-out', 3_000)
    move('pay-out', 200)
    expect(drawers()).toEqual([['TZS', { float: 20_000, paidIn: 5_000, paidOut: 3_200 }]])
    expect(expected()).toEqual([20_000 + 6_000 + 5_000 - 3_200])
  })

  it('has one float: the one that was said last', () => {
    move('float', 20_000)
    move('float', 0)
    expect(drawers()).toEqual([['TZS', { float: 0, paidIn: 0, paidOut: 0 }]])
  })

  it('adds no two currencies', () => {
    move('pay-in', 5_000)
    move('pay-in', 70, { currency: 'KES' })
    expect(drawers()).toEqual([
      ['KES', { float: null, paidIn: 70, paidOut: 0 }],
      ['TZS', { float: null, paidIn: 5_000, paidOut: 0 }],
    ])
  })

  it('moves once, however often one draft is pressed', () => {
    const draftId = randomUUID()
    const first = move('pay-out', 3_000, { draftId })
    expect(move('pay-out', 9_000, { draftId })).toEqual(first)
    expect(day().report(at).drawer).toEqual([first])
  })

  it.each([
    ['nothing is paid in', { kind: 'pay-in', value: 0 }],
    ['a part of a unit is paid out', { kind: 'pay-out', value: 2.5 }],
  ] as const)('refuses where %s', (_name, { kind, value }) => {
    expect(() => move(kind, value)).toThrow()
    expect(day().report(at).drawer).toEqual([])
  })
})

describe('the drawer over days and shifts', () => {
  it('begins anew after a cash-up, whose report keeps what was', () => {
    move('float', 20_000)
    move('pay-out', 3_000)
    const counted = [{ currency: 'TZS', amount: 16_000 }]
    const closed = closeDay(opened.ledger, { counted })
    expect(closed.cash).toEqual([
      { currency: 'TZS', float: 20_000, expected: 17_000, counted: 16_000 },
    ])
    expect(closed.report.drawer).toHaveLength(2)
    expect(drawers()).toEqual([])
    expect(day().cashUps.find(1)).toEqual(closed)
  })

  it('asks for the float with what was counted last, until anything has moved', () => {
    expect(day().floatToAsk()).toBeNull()
    closeDay(opened.ledger, { counted: [{ currency: 'TZS', amount: 16_000 }] })
    expect(day().floatToAsk()).toEqual({ period: 2, currency: 'TZS', counted: 16_000 })
    expect(day().running(at).lastCounted).toEqual([{ currency: 'TZS', amount: 16_000 }])
    move('float', 15_000)
    expect(day().floatToAsk()).toBeNull()
    closeDay(opened.ledger, { counted: [{ currency: 'TZS', amount: 9_000 }] })
    takeCash(1_000)
    expect(day().floatToAsk()).toBeNull()
    closeDay(opened.ledger)
    expect(day().floatToAsk(), 'a shop that does not count its cash').toBeNull()
  })

  it('a shift has what its person moved, since its beginning', () => {
    move('pay-in', 1_000)
    day().shiftMarks.reported(asha.id, at, day().place())
    move('pay-in', 500)
    move('pay-out', 70, { person: juma })
    const from = day().shiftMarks.start('lastReport', { of: asha.id, me: asha.id })
    const own = day().shift({ from, person: asha.id }, at)
    expect(own.currencies[0]?.drawer).toEqual({ float: null, paidIn: 500, paidOut: 0 })
    const all = day().shift({ from: null, person: null }, at)
    expect(all.currencies[0]?.drawer).toEqual({ float: null, paidIn: 1_500, paidOut: 70 })
  })
})

describe('the drawer on record', () => {
  function recorded() {
    move('float', 20_000)
    take(opened.ledger, 'paid')
    closeDay(opened.ledger)
    move('pay-out', 3_000)
    takeCash(1_000)
  }

  it('is in the links: a ledger that is built from them has the same days', () => {
    recorded()
    const built = ledgerIn(newFolder())
    const page = { after: 0, mostLinks: 100, mostBytes: 1_000_000 }
    built.ledger.rebuild().add(opened.ledger.links.read(page))
    expect(built.ledger.day.report(at)).toEqual(day().report(at))
    expect(built.ledger.day.cashUps.find(1)).toEqual(day().cashUps.find(1))
    expect(built.ledger.chain.head()).toEqual(opened.ledger.chain.head())
  })

  it.each([
    ['changed', "UPDATE drawer SET body = CAST(body || ' ' AS BLOB) WHERE number = 2"],
    ['missing', 'DELETE FROM drawer WHERE number = 2'],
  ])('that was %s is found', (kind, sql) => {
    recorded()
    opened.close()
    expect(checked()).toEqual([])
    tamper(opened.file, database => database.run(sql))
    expect(checked()).toEqual([expect.objectContaining({ kind, paymentId: '' })])
  })

  function checked() {
    return inDatabase(opened.file, database => finished(new LedgerChain(database).check()))
  }
})
