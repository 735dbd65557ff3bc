import { join } from 'node:path'
import { systemRandom } from '../../electron/main/platform/random'
import { type Database, openDatabase } from '../../electron/main/store/database'
import { Ledger } from '../../electron/main/store/ledger/ledger'
import { encodePayment } from '../../electron/main/store/ledger/rows/codec'
import { idBytes, presentKey } from '../../electron/main/store/ledger/rows/payment-key'
import { holdsCardNumber } from '../../shared/card-number'
import type { Bridge } from '../../shared/ipc/bridge'
import type { Payment } from '../../shared/payment/payment'
import { everyPayment, type PaymentsFilter } from '../../shared/payment/payments-filter'
import { beginPayment } from '../../shared/payment/reducer'
import { ledgerKey } from '../support/database'
import { recorded } from '../support/payments/payments'
import { createSeededRandom } from '../support/seeded-random'
import { expectSelling } from '../support/window/connection'
import { sealsWithPassphrase } from '../support/window/electron-switches'
import { practiceKey, practiceLedgerFile } from '../support/window/practice-ledger'
import { paymentNumber, writeManyPayments } from './many-payments'
import { inFolder, timed } from './measuring'
import { setUp, withTill } from './window'

const each = 40
const day = 86_400_000
const records = 500

/** Times of one kind of question, ms: until the first page, and the longest that it held the till at once. */
export interface Question {
  name: string
  median: number
  p95: number
  longestTurn: number
  found: number
}

/** All times in ms. */
export interface SearchResult {
  sales: number
  /** The floor: the newest page by the primary key alone, read and decoded. */
  floor: Question
  questions: Question[]
  /** Commits of a new sale: bare rows, and findable, of a known and of a new customer. */
  record: Record<'bare' | 'known' | 'strange', Quantiles>
  /** Asked through IPC; null where no window could be asked. */
  throughWindow: readonly AskedQuestion[] | null
}

/** Until the window has the first page, ms. */
type AskedQuestion = Pick<Question, 'name' | 'median' | 'p95'>

interface Quantiles {
  median: number
  p95: number
  p99: number
}

/**
 * How fast a till of so many payments finds and records: in its ledger, and asked from its window. Practice's key lies
 * open only where no keychain seals it; elsewhere the window is not asked.
 */
export function measureSearch(sales: number): Promise<SearchResult> {
  return inFolder(async folder => {
    const place = await ledgerIn(folder)
    const { floor, questions, known } = askLedger(writeManyPayments(place.file, place.key, sales))
    const throughWindow = sealsWithPassphrase ? await askWindow(folder, known) : null
    // Last: a till would go on with the payments that are recorded here.
    return { sales, floor, questions, throughWindow, record: measureRecords(place) }
  })
}

/** Where the ledger is to be, and its key: those of a till in Practice that was set up and stopped. */
interface Place {
  file: string
  key: Buffer
}

async function ledgerIn(folder: string): Promise<Place> {
  if (!sealsWithPassphrase) return { file: join(folder, 'ledger.db'), key: ledgerKey }
  await setUp(folder)
  return { file: practiceLedgerFile(folder), key: await practiceKey(folder) }
}

/** The same questions, from the window of a till that has this ledger; times are the page's own. */
function askWindow(dataFolder: string, known: readonly Payment[]): Promise<AskedQuestion[]> {
  return withTill(dataFolder, async ({ page }) => {
    await expectSelling(page)
    const asked: AskedQuestion[] = []
    for (const { name, filter } of kinds) {
      const times = await page.evaluate(
        async filters => {
          const { kauntaBridge } = globalThis as unknown as { kauntaBridge: Bridge }
          const taken: number[] = []
          for (const one of filters) {
            const begun = performance.now()
            const found = await kauntaBridge.call('kaunta:search.find', {
              filter: one,
              before: null,
            })
            taken.push(performance.now() - begun)
            if (!(found as { ok: boolean }).ok) throw new Error(JSON.stringify(found))
          }
          return taken
        },
        // A window's call holds no card number: some references look like one.
        known.map(payment => filter(payment)).filter(({ text: typed }) => !holdsCardNumber(typed)),
      )
      const { median, p95 } = quantiles(times)
      asked.push({ name, median, p95 })
    }
    return asked
  })
}

function askLedger(
  database: Database,
): Pick<SearchResult, 'floor' | 'questions'> & { known: readonly Payment[] } {
  const ledger = new Ledger(database)
  const fraction = createSeededRandom(11).fraction
  const drawn = Array.from({ length: each }, () => paymentNumber(fraction(), fraction))
  const known = drawn.map(payment => somePaymentLike(ledger, payment) ?? payment)
  const floor = measure('floor: the newest page, no filter', known, () => ledger.recent(50))
  const questions = kinds.map(({ name, filter }) =>
    measure(name, known, (payment, step) => searched(ledger, filter(payment), step)),
  )
  database.close()
  return { floor, questions, known }
}

/** A payment that is really there, so that questions have answers. */
function somePaymentLike(ledger: Ledger, { recordedAt }: Payment): Payment | undefined {
  const filter = { ...everyPayment, to: recordedAt }
  return searched(ledger, filter, work => work())[0]
}

type Step = <T>(work: () => T) => T

function searched(ledger: Ledger, filter: PaymentsFilter, step: Step): readonly Payment[] {
  const search = ledger.search({ filter, before: null, limit: 50 })
  for (;;) {
    const next = step(() => search.next())
    if (next.done) return next.value.payments
  }
}

const text = (words: (payment: Payment) => string) => (payment: Payment) => ({
  ...everyPayment,
  text: words(payment),
})

const kinds: { name: string; filter: (payment: Payment) => PaymentsFilter }[] = [
  { name: 'no filter', filter: () => everyPayment },
  { name: 'last 3 digits', filter: text(payment => payment.msisdn.slice(-3)) },
  { name: 'last 4 digits', filter: text(payment => payment.msisdn.slice(-4)) },
  { name: '4 digits of the middle', filter: text(payment => payment.msisdn.slice(5, 9)) },
  { name: 'whole number', filter: text(payment => `0${payment.msisdn.slice(3)}`) },
  { name: 'first name', filter: text(payment => payment.customer.firstName) },
  { name: 'beginning of a name', filter: text(payment => payment.customer.lastName.slice(0, 3)) },
  {
    name: 'first and last name',
    filter: text(({ customer }) => `${customer.firstName} ${customer.lastName}`),
  },
  { name: 'amount', filter: text(payment => String(payment.amount.value)) },
  { name: 'reference', filter: text(payment => payment.reference ?? payment.id) },
  { name: 'nothing like it', filter: text(() => 'nobody of this name') },
  {
    name: 'a day',
    filter: payment => ({
      ...everyPayment,
      from: payment.recordedAt,
      to: payment.recordedAt + day,
    }),
  },
  { name: 'expired', filter: () => ({ ...everyPayment, states: ['expired'] }) },
  {
    name: 'manager or unknown',
    filter: () => ({ ...everyPayment, states: ['manager', 'unknown'] }),
  },
  { name: 'nothing in this state', filter: () => ({ ...everyPayment, states: ['waiting'] }) },
  {
    name: 'first name, failed, in a month',
    filter: payment => ({
      ...everyPayment,
      text: payment.customer.firstName,
      from: payment.recordedAt,
      to: payment.recordedAt + 30 * day,
      states: ['failed'],
    }),
  },
  {
    name: 'first name and amount',
    filter: text(({ customer, amount }) => `${customer.firstName} ${amount.value}`),
  },
  {
    name: 'last 3 digits, expired',
    filter: payment => ({ ...everyPayment, text: payment.msisdn.slice(-3), states: ['expired'] }),
  },
]

function measure(
  name: string,
  known: readonly Payment[],
  work: (payment: Payment, step: Step) => readonly Payment[],
): Question {
  const totals: number[] = []
  let longestTurn = 0
  let found = 0
  for (const payment of known) {
    let total = 0
    const step: Step = one => {
      const began = performance.now()
      const value = one()
      const took = performance.now() - began
      total += took
      longestTurn = Math.max(longestTurn, took)
      return value
    }
    const began = performance.now()
    found += work(payment, step).length
    totals.push(total || performance.now() - began)
  }
  return { name, ...quantiles(totals), longestTurn, found: found / known.length }
}

function quantiles(times: readonly number[]): Quantiles {
  const sorted = [...times].sort((one, other) => one - other)
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN
  return { median: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** Commits of new sales, bare rows and those that can be searched, alternately. */
function measureRecords({ file, key }: Place): SearchResult['record'] {
  const database = openDatabase({ file, key })
  const ledger = new Ledger(database)
  const fraction = createSeededRandom(13).fraction
  const bare: number[] = []
  const known: number[] = []
  const strange: number[] = []
  for (let n = 0; n < records; n++) {
    const { customer, msisdn, amount } = paymentNumber(1, fraction)
    const event = (phone: string) => recorded({ at: Date.now(), customer, msisdn: phone, amount })
    const [one, other] = [event(msisdn), event(msisdn)]
    const third = event(`2556${100_000_000 + n * 7_919}`)
    const id = () => systemRandom.paymentId(Date.now())
    const barePayment = beginPayment(id(), one)
    const bytes = Buffer.from(JSON.stringify(one))
    bare.push(timed(() => recordBare(database, barePayment, bytes)))
    known.push(timed(() => ledger.record(id(), other, { body })))
    strange.push(timed(() => ledger.record(id(), third, { body })))
  }
  database.close()
  return { bare: quantiles(bare), known: quantiles(known), strange: quantiles(strange) }
}

const body = '{"payment_type":"mobile","details":{"amount":15000,"currency":"TZS"}}'

/** The payment, its request and its first event, and nothing derived. */
function recordBare(database: Database, payment: Payment, event: Buffer): void {
  const { id, draftId, recordedAt, msisdn } = payment
  database.transaction(() => {
    database.run(
      `INSERT INTO payment (id, draft_id, recorded_at, period, is_open, to_do, msisdn, state)
       VALUES (?, ?, ?, 1, 1, 0, ?, ?)`,
      [idBytes(id), idBytes(draftId), recordedAt, msisdn, encodePayment(payment)],
    )
    const key = presentKey(database, id)
    database.run('INSERT INTO request (payment, body) VALUES (?, ?)', [key, Buffer.from(body)])
    database.run('INSERT INTO event (payment, number, link, body) VALUES (?, 1, 1, ?)', [
      key,
      event,
    ])
  })
}
