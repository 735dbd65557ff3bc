import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemRandom } from '../../../../../../electron/main/platform/random'
import { openDatabase } from '../../../../../../electron/main/store/database'
import { LedgerChain } from '../../../../../../electron/main/store/ledger/hash-chain/ledger-chain'
import { Ledger } from '../../../../../../electron/main/store/ledger/ledger'
import { idTimeAfter } from '../../../../../../electron/main/store/ledger/rows/payment-id-time'
import { migrateLedger } from '../../../../../../electron/main/store/ledger/schema'
import type { Cover } from '../../../../../../shared/sale/cover'
import type { ToDo } from '../../../../../../shared/sale/to-do'
import { ledgerKey } from '../../../../../support/database'
import { closeDay } from '../../../../../support/day-payments'
import { morning } from '../../../../../support/payments/clock'
import {
  failedOutcome,
  type LaterEvent,
  recorded,
  samples,
} from '../../../../../support/payments/payments'
import { finished } from '../../../../../support/results'
import { temporaryFolders } from '../../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const total = 10_000
const part = 4_500

function openLedger() {
  const database = openDatabase({ file: join(newFolder(), 'ledger.db'), key: ledgerKey })
  onTestFinished(() => database.close())
  migrateLedger(database)
  return { database, ledger: new Ledger(database) }
}

/** One sale in a real ledger: payments are named by their place. */
class OneSale {
  readonly #ids: string[] = []
  constructor(readonly ledger: Ledger) {}

  get id(): string {
    return this.#ids[0] ?? ''
  }

  ask(value: number, ofPart = false): void {
    this.#record({ amount: { currency: 'TZS', value }, ...(ofPart && { total }) })
    this.add(this.#ids.length - 1, samples['attempt-started'], samples.accepted)
  }

  cash(value: number): void {
    this.#record({
      ...{ channel: 'cash', amount: { currency: 'TZS', value }, received: value, total },
    })
  }

  add(payment: number, ...events: LaterEvent[]): void {
    for (const event of events) this.ledger.append(this.#ids[payment] ?? '', event)
  }

  #record(changes: Parameters<typeof recorded>[0]): void {
    const id = systemRandom.paymentId(idTimeAfter(this.ledger.lastId(), morning))
    const of = this.id === '' ? {} : { sale: this.id }
    this.ledger.record(id, recorded({ draftId: randomUUID(), ...of, ...changes }), { body: '{}' })
    this.#ids.push(id)
  }
}

const paid = samples.settled
const paidAfterAll = { ...samples.contradicted, status: 'completed', meaning: 'paid' } as const
const resolved = (how: 'seen-in-dashboard' | 'not-paid' | 'other') =>
  ({ ...samples.resolved, how }) as const
const seen = resolved('seen-in-dashboard')
const back = (value: number) => ({ ...samples['given-back'], value, worth: value })
const tooMuch = { ...back(total), why: 'too-much', worth: 0 } as const
const handedOver = samples['goods-handed-over']

type Step = (sale: OneSale) => void

const ask: Step = sale => sale.ask(total)
const add =
  (payment: number, ...events: LaterEvent[]): Step =>
  sale =>
    sale.add(payment, ...events)
const tomorrow: Step = ({ ledger }) => closeDay(ledger)

const again = [ask, add(0, failedOutcome), ask, add(1, paid)]
const cashInstead = [ask, add(0, samples['cash-taken'])]
const inParts: Step[] = [sale => sale.cash(part), sale => sale.ask(total - part, true)]
const takeRest: Step = sale => sale.cash(total - part)
const expired = [ask, add(0, samples.expired)]

/** What a sale comes to: all that is due, and nothing to do, where not said. */
interface Expected {
  cover: Cover
  has?: number
  due?: number
  toDos?: ToDo[]
}

/** The cases of a sale (`cases.test.ts`, by their numbers) that today's events can tell. */
const rows: readonly (readonly [name: string, steps: readonly Step[], expected: Expected])[] = [
  ['1 paid', [ask, add(0, paid)], { cover: 'covered' }],
  ['2 failed, charged again, paid', again, { cover: 'covered' }],
  [
    '3 then the first is paid after all',
    [...again, add(0, paidAfterAll)],
    { cover: 'too-much', has: 2 * total, toDos: ['too-much'] },
  ],
  ['4 pending, cash taken', cashInstead, { cover: 'covered' }],
  [
    '4a then the push is paid, tomorrow',
    [...cashInstead, tomorrow, add(0, paid)],
    { cover: 'too-much', has: 2 * total, toDos: ['too-much'] },
  ],
  ['4a given back', [...cashInstead, add(0, paid, tooMuch)], { cover: 'covered' }],
  ['5 a part in cash, the rest asked for', inParts, { cover: 'waiting', has: part }],
  [
    '5a the push fails',
    [...inParts, add(1, failedOutcome)],
    { cover: 'lacks', has: part, toDos: ['lacks'] },
  ],
  ['5b the rest in cash', [...inParts, add(1, failedOutcome), takeRest], { cover: 'covered' }],
  ['5d the push is paid', [...inParts, add(1, paid)], { cover: 'covered' }],
  [
    '7 handed over, then a part given back',
    [...inParts, add(1, paid, handedOver), add(0, back(part))],
    { cover: 'covered', has: total - part, due: total - part },
  ],
  [
    '9 paid, then the service says failed',
    [ask, add(0, paid, samples.contradicted)],
    { cover: 'covered', toDos: ['contradicted'] },
  ],
  [
    '10 expired, said to be not paid, paid after all',
    [...expired, add(0, resolved('not-paid'), paid)],
    { cover: 'covered', toDos: ['late'] },
  ],
  [
    '10 a manager says that there is nothing to do',
    [...expired, add(0, paid, resolved('other'))],
    { cover: 'covered' },
  ],
  ['10 handed over', [...expired, add(0, paid, handedOver)], { cover: 'covered' }],
  ['11 seen in the dashboard', [...expired, add(0, seen)], { cover: 'covered' }],
  [
    '11b then it failed',
    [...expired, add(0, seen, failedOutcome)],
    { cover: 'covered', toDos: ['said-contradicted'] },
  ],
  [
    '11b and staff saw it again',
    [...expired, add(0, seen, failedOutcome, seen)],
    { cover: 'covered' },
  ],
  [
    '11b and it is not paid',
    [...expired, add(0, seen, failedOutcome, resolved('not-paid'))],
    { cover: 'nothing', has: 0 },
  ],
  [
    'seen in the dashboard, then an unknown word, then failed',
    [...expired, add(0, seen, { ...failedOutcome, outcome: 'unrecognised' }, failedOutcome)],
    { cover: 'covered', toDos: ['said-contradicted'] },
  ],
  [
    '18 another amount',
    [ask, add(0, samples['answer-mismatched'], { ...paid, outcome: 'unrecognised' })],
    { cover: 'waiting', has: 0, toDos: ['unclear'] },
  ],
  ['expired', expired, { cover: 'waiting', has: 0, toDos: ['unknown'] }],
  [
    'expired, charged again, paid: the first asks nothing, and may still be paid',
    [...expired, ask, add(1, paid)],
    { cover: 'covered' },
  ],
  [
    'expired, charged again, both paid',
    [...expired, ask, add(1, paid), add(0, paid)],
    { cover: 'too-much', has: 2 * total, toDos: ['too-much'] },
  ],
  ['failed', [ask, add(0, failedOutcome)], { cover: 'nothing', has: 0 }],
  ['given back', [ask, add(0, paid, back(total))], { cover: 'given-back', has: 0, due: 0 }],
]

describe('a sale in the ledger', () => {
  it.each(rows)('%s', (_name, steps, expected) => {
    const { database, ledger } = openLedger()
    const sale = new OneSale(ledger)
    for (const step of steps) step(sale)
    const { has = total, due = total, toDos = [], cover } = expected
    expect(ledger.sales.find(sale.id)).toEqual({ currency: 'TZS', total, cover, has, due, toDos })
    expect(database.all('SELECT has, due FROM sale')).toMatchObject([{ has, due }])
    expect(ledger.toDos().length > 0, 'one of its payments is on the list').toBe(toDos.length > 0)
    expect(finished(new LedgerChain(database).check())).toEqual([])
  })

  it.each(['has = has + 1', `cover = 'nothing'`, 'to_do = NULL', 'handed_over_after = 1'])(
    'whose row was changed (%s) is found by the check of records',
    change => {
      const { database, ledger } = openLedger()
      const sale = new OneSale(ledger)
      sale.ask(total)
      sale.add(0, samples.expired, paid)
      database.run(`UPDATE sale SET ${change}`)
      expect(finished(new LedgerChain(database).check())).toMatchObject([
        { kind: 'row', paymentId: sale.id },
      ])
    },
  )

  it('is the same in a ledger that is built again from what was shipped', () => {
    const { ledger } = openLedger()
    const sale = new OneSale(ledger)
    for (const step of [...again, add(1, handedOver), add(0, paidAfterAll)]) step(sale)
    const { database, ledger: built } = openLedger()
    built.rebuild().add(ledger.links.read({ after: 0, mostLinks: 100, mostBytes: 1_000_000 }))
    expect(built.sales.find(sale.id)).toEqual(ledger.sales.find(sale.id))
    expect(finished(new LedgerChain(database).check())).toEqual([])
  })
})
