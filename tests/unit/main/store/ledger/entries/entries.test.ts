import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../../../../../../electron/main/store/database'
import { entriesOf } from '../../../../../../electron/main/store/ledger/entries/entry-rows'
import { LedgerChain } from '../../../../../../electron/main/store/ledger/hash-chain/ledger-chain'
import { Ledger } from '../../../../../../electron/main/store/ledger/ledger'
import { presentKey } from '../../../../../../electron/main/store/ledger/rows/payment-key'
import { migrateLedger } from '../../../../../../electron/main/store/ledger/schema'
import type { Entry } from '../../../../../../shared/sale/entry'
import { dropTriggers, ledgerKey } from '../../../../../support/database'
import { asha, closeDay, juma, take } from '../../../../../support/day-payments'
import { morning } from '../../../../../support/payments/clock'
import {
  failedOutcome,
  inCash,
  type LaterEvent,
  samples,
  unrecognised,
} from '../../../../../support/payments/payments'
import { finished } from '../../../../../support/results'
import { temporaryFolders } from '../../../../../support/temporary-folder'

const newFolder = temporaryFolders()

function openLedger() {
  const database = openDatabase({ file: join(newFolder(), 'ledger.db'), key: ledgerKey })
  onTestFinished(() => database.close())
  migrateLedger(database)
  return { database, ledger: new Ledger(database) }
}

function of(database: Database, id: string): Entry[] {
  return entriesOf(database, presentKey(database, id), id)
}

/** An entry in a few words. */
function told({ direction, way, person, period, ...entry }: Entry): string {
  const more = [
    ...('late' in entry && entry.late ? ['late'] : []),
    ...('why' in entry ? [entry.why] : []),
    ...('undoes' in entry ? [`undoes ${entry.undoes}`] : []),
  ]
  return [period, direction, way, person?.name ?? 'nobody', ...more].join(' ')
}

const by = (event: LaterEvent, person = juma) => ({ ...event, person }) as LaterEvent
const cash = by(samples['cash-taken'])
const resolved = (how: 'paid-in-cash' | 'seen-in-dashboard' | 'not-paid') =>
  by({ ...samples.resolved, how })
const seen = resolved('seen-in-dashboard')
const paidAfterAll = { ...samples.contradicted, status: 'completed', meaning: 'paid' } as const
const classified = by(samples['status-classified'])
const refund = by(samples['given-back'])
const undone = (what: 'cash' | 'given-back') => by({ ...samples.undone, what }, asha)
const cashUp = 'cash-up'

const rows: readonly (readonly [
  string,
  readonly (LaterEvent | typeof cashUp)[],
  readonly string[],
])[] = [
  ['paid: for the person who asked', [samples.settled], ['1 in service Asha']],
  ['failed', [failedOutcome], []],
  ['paid after it had expired', [samples.expired, samples.settled], ['1 in service Asha late']],
  ['failed, then paid after all', [failedOutcome, paidAfterAll], ['1 in service Asha late']],
  [
    'paid, and the service says otherwise later',
    [samples.settled, samples.contradicted, samples['answer-mismatched'], paidAfterAll],
    ['1 in service Asha'],
  ],
  ['failed about another amount', [samples['answer-mismatched'], failedOutcome, paidAfterAll], []],
  ['a word that a person says means paid', [unrecognised, classified], ['1 in service Asha']],
  ['cash instead of a push: for who took it', [cash], ['1 in cash Juma']],
  [
    'cash, and paid as well in the next period',
    [cash, cashUp, samples.settled],
    ['1 in cash Juma', '2 in service Asha late'],
  ],
  [
    'cash that was undone: for who had taken it, and taken again',
    [cash, undone('cash'), cash],
    ['1 in cash Juma', '1 out cash Juma undoes 1', '1 in cash Juma'],
  ],
  [
    'given back and undone, of what is left',
    [samples.settled, refund, undone('given-back'), refund],
    [
      '1 in service Asha',
      '1 out cash Juma goods',
      '1 in cash Juma undoes 2',
      '1 out cash Juma goods',
    ],
  ],
  [
    'resolved as cash twice: it was taken once',
    [samples.expired, resolved('paid-in-cash'), samples.settled, resolved('paid-in-cash')],
    ['1 in cash Juma', '1 in service Asha late'],
  ],
  [
    'cash that came beside a payment that was given back in cash',
    [samples.settled, refund, resolved('paid-in-cash')],
    ['1 in service Asha', '1 out cash Juma goods', '1 in cash Juma'],
  ],
  ['seen by staff', [samples.expired, seen], ['1 in said Juma']],
  [
    'seen by staff, then paid: what was said is undone for who said it',
    [samples.expired, seen, cashUp, samples.settled],
    ['1 in said Juma', '2 in service Asha', '2 out said Juma undoes 1'],
  ],
  ['seen by staff, then failed', [samples.expired, seen, failedOutcome], ['1 in said Juma']],
  [
    'seen by staff, who take it back',
    [samples.expired, seen, resolved('not-paid')],
    ['1 in said Juma', '1 out said Juma undoes 1'],
  ],
  ['seen where the service had confirmed it', [samples.settled, seen], ['1 in service Asha']],
  [
    'given back in the next period',
    [samples.settled, cashUp, refund],
    ['1 in service Asha', '2 out cash Juma goods'],
  ],
  [
    'given back where it was paid twice',
    [
      cash,
      samples.settled,
      { ...samples['given-back'], way: 'service', why: 'too-much', worth: 0 },
    ],
    ['1 in cash Juma', '1 in service Asha late', '1 out service nobody too-much'],
  ],
]

describe('the entries of a payment', () => {
  it.each(rows)('%s', (_name, events, expected) => {
    const { database, ledger } = openLedger()
    const { id } = take(ledger, 'pending', { person: asha })
    for (const event of events)
      if (event === cashUp) closeDay(ledger)
      else ledger.append(id, event)
    expect(of(database, id).map(told)).toEqual(expected)
    expect(finished(new LedgerChain(database).check())).toEqual([])
  })

  it('of one in cash say what the customer gave', () => {
    const { database, ledger } = openLedger()
    const id = '0192f000-0000-7000-8000-000000000001'
    ledger.record(id, inCash({ person: juma }), { body: '' })
    expect(of(database, id)).toEqual([
      {
        ...{ number: 1, period: 1, at: morning, person: juma, currency: 'TZS' },
        ...{ direction: 'in', way: 'cash', value: 15_000, received: 20_000 },
      },
    ])
  })

  it('have their numbers in the order of the commits, whatever the clock says', () => {
    const { database, ledger } = openLedger()
    const taken = [morning, morning - 80_000_000, morning + 5].map(at =>
      take(ledger, 'paid', { at }),
    )
    expect(taken.map(({ id }) => of(database, id).map(({ number }) => number))).toEqual([
      [1],
      [2],
      [3],
    ])
  })

  it('are the same in a ledger that is built again from what was shipped', () => {
    const { database, ledger } = openLedger()
    const { id } = take(ledger, 'seen', { person: asha })
    take(ledger, 'handedOver')
    closeDay(ledger)
    ledger.append(id, samples.settled)
    ledger.append(id, refund)
    ledger.append(id, undone('given-back'))
    const rebuilt = openLedger()
    const rebuild = rebuilt.ledger.rebuild()
    rebuild.add(ledger.links.read({ after: 0, mostLinks: 100, mostBytes: 1_000_000 }))
    rebuild.finish({ at: morning, months: 24 })
    const [there, here] = [database, rebuilt.database].map(each => each.all('SELECT * FROM entry'))
    expect(there).toHaveLength(6)
    expect(here).toEqual(there)
  })

  it('are never changed', () => {
    const { database, ledger } = openLedger()
    take(ledger, 'paid')
    expect(() => database.run('UPDATE entry SET value = 1')).toThrow('append-only')
    expect(() => database.run('DELETE FROM entry')).toThrow('append-only')
  })

  it.each([
    ['smaller', 'UPDATE entry SET value = 1'],
    ['for another person', `UPDATE entry SET person = x'', person_name = x''`],
    ['of another way', `UPDATE entry SET way = 'cash', received = 15000, late = NULL`],
    ['late', 'UPDATE entry SET late = 1'],
    ['gone', 'DELETE FROM entry'],
    [
      'there twice',
      'INSERT INTO entry SELECT number + 1, period, payment, at, person, person_name, channel, direction, way, currency, value, late, received, why, worth, undoes FROM entry',
    ],
  ])('that are %s behind the till’s back are noticed', (_name, sql) => {
    const { database, ledger } = openLedger()
    const { id } = take(ledger, 'paid', { person: asha })
    dropTriggers(database)
    database.run(sql)
    expect(finished(new LedgerChain(database).check())).toMatchObject([
      { kind: 'row', paymentId: id },
    ])
  })
})
