import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Database, decodeText } from '../../../../../../../electron/main/store/database'
import { Ledger } from '../../../../../../../electron/main/store/ledger/ledger'
import { entriesOf } from '../../../../../../../electron/main/store/ledger/projections/entries/entries'
import { presentKey } from '../../../../../../../electron/main/store/ledger/rows/sale-key'
import { migrateLedger } from '../../../../../../../electron/main/store/ledger/schema'
import type { Payment } from '../../../../../../../shared/payment/payment'
import type { Entry } from '../../../../../../../shared/sale/entry'
import { openInMemory } from '../../../../../../support/database'
import { closeDay } from '../../../../../../support/day-sales'
import { morning } from '../../../../../../support/payments/clock'
import { type Step, sellAs, step, tryAppend } from '../../../../../../support/random-days'

/* The day's takings and the entries say the same of a running period, but for the faults of the takings. */

const kinds = ['confirmed', 'cash', 'seen', 'refund'] as const
type Kind = (typeof kinds)[number]

interface Counted {
  /** How often the running period counts it. */
  taking: number
  entries: number
}

interface Fault {
  name: string
  is: (kind: Kind, counted: Counted, payment: Payment, entries: readonly Entry[]) => boolean
}

/** Where they differ the entries are right. */
const faults: readonly Fault[] = [
  {
    name: 'failed, then paid after all: money that came is not counted',
    is: (kind, { taking, entries }, { outcome, contradictedByPaid }) =>
      kind === 'confirmed' && outcome === 'failed' && contradictedByPaid && taking < entries,
  },
  {
    name: 'paid, then an answer about another amount: money that came is no longer counted',
    is: (kind, { taking, entries }, { outcome, mismatch }) =>
      kind === 'confirmed' && outcome === 'paid' && mismatch !== null && taking < entries,
  },
  {
    name: 'seen by staff, then other news: what they said is forgotten before they take it back',
    is: (kind, { taking, entries }, { resolution, outcome }) =>
      kind === 'seen' && resolution === null && outcome !== 'paid' && taking < entries,
  },
  {
    name: 'cash taken, and seen in the dashboard too: one of the two is not counted',
    is: (kind, { taking, entries }, { cashTakenAt, outcome }) =>
      kind === 'seen' && cashTakenAt !== null && outcome !== 'paid' && taking < entries,
  },
  {
    name: 'seen where the service had confirmed it already: the same money is counted as a person’s word',
    is: (kind, { taking, entries }, { outcome, contradictedByPaid }) =>
      kind === 'seen' && (outcome === 'paid' || contradictedByPaid) && taking > entries,
  },
  {
    name: 'seen in an earlier period, no longer now: the closed period’s sum is never corrected',
    is: (kind, { taking, entries }) => kind === 'seen' && taking === 0 && entries < 0,
  },
  {
    name: 'seen again in a later period: neither the taking back nor what is said anew is counted',
    is: (kind, { taking, entries }, _payment, all) =>
      kind === 'seen' && taking < entries && all.filter(({ way }) => way === 'said').length > 1,
  },
]

function kindOf({ direction, way, ...entry }: Entry): Kind {
  const isOut = (direction === 'out') !== 'undoes' in entry
  if (isOut) return 'refund'
  return way === 'service' ? 'confirmed' : way === 'cash' ? 'cash' : 'seen'
}

function countedIn(database: Database, key: number, entries: readonly Entry[]) {
  const period = Number(
    database.all('SELECT COALESCE(MAX(number), 0) + 1 AS period FROM cash_up')[0]?.period,
  )
  const rows = database.all(
    'SELECT kind FROM taking WHERE sale = ? AND period = ? AND counts = 1',
    [...[key, period]],
  )
  return (kind: Kind): Counted => ({
    taking: rows.filter(row => decodeText(row.kind) === kind).length,
    entries: entries
      .filter(entry => entry.period === period && kindOf(entry) === kind)
      .reduce((sum, entry) => sum + ('undoes' in entry ? -1 : 1), 0),
  })
}

function compare(database: Database, payment: Payment, found: Set<string>): void {
  const key = presentKey(database, payment.id)
  const entries = entriesOf(database, key, payment.id)
  const counted = countedIn(database, key, entries)
  for (const kind of kinds) {
    const both = counted(kind)
    if (both.taking === both.entries) continue
    const fault = faults.find(({ is }) => is(kind, both, payment, entries))
    expect(fault, `${kind} ${JSON.stringify({ both, entries, payment })}`).toBeDefined()
    found.add(fault?.name ?? '')
  }
}

function run(database: Database, steps: readonly Step[], found: Set<string>): void {
  const ledger = new Ledger(database)
  const payments = new Map<string, Payment>()
  const see = (payment: Payment) => payments.set(payment.id, payment)
  let clock = morning
  for (const each of steps) {
    if (each.do === 'sell') sellAs(ledger, each, clock, see)
    if (each.do === 'happen') {
      const id = [...payments.keys()][each.sale % payments.size]
      if (id) see(tryAppend(ledger, id, { ...each.event, at: clock }))
    }
    if (each.do === 'close') closeDay(ledger, {}, clock)
    if (each.do === 'set-clock') clock = Math.max(0, clock + each.by)
    for (const payment of payments.values()) compare(database, payment, found)
  }
}

it('agree over random days', () => {
  const found = new Set<string>()
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), steps => {
      const database = openInMemory()
      migrateLedger(database)
      run(database, steps, found)
      database.close()
    }),
    { numRuns: 150, endOnFailure: true },
  )
  expect(found.size).toBeGreaterThan(4)
}, 300_000)
