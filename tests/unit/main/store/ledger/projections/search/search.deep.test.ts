import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inSlices } from '../../../../../../../electron/main/platform/in-slices'
import { systemRandom } from '../../../../../../../electron/main/platform/random'
import type { Ledger } from '../../../../../../../electron/main/store/ledger/ledger'
import { readPacked } from '../../../../../../../electron/main/store/ledger/rows/codec'
import { idTimeAfter } from '../../../../../../../electron/main/store/ledger/rows/payment-id-time'
import {
  idBytes,
  presentKey,
} from '../../../../../../../electron/main/store/ledger/rows/payment-key'
import {
  resolvedBlocks,
  type SettledBlock,
  settledBlocks,
} from '../../../../../../../shared/day/blocks'
import { resolutionHowSchema } from '../../../../../../../shared/payment/event'
import type { Payment, Phase } from '../../../../../../../shared/payment/payment'
import {
  everyPayment,
  type PaymentsFilter,
  paymentStateSchema,
  searchStatusesOf,
  searchStatusOf,
} from '../../../../../../../shared/payment/payments-filter'
import { inDatabase } from '../../../../../../support/database'
import { foundIds, foundPage } from '../../../../../../support/filled-ledger'
import { morning } from '../../../../../../support/payments/clock'
import { ledgerIn } from '../../../../../../support/payments/ledger'
import {
  eventsTo,
  failedOutcome,
  type LaterEvent,
  recorded,
  samples,
  unrecognised,
} from '../../../../../../support/payments/payments'
import { temporaryFolders } from '../../../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const minute = 60_000

/** The digits that a person may type of each number, in both of its forms: written by hand, as the rest below is. */
const phones: Record<string, readonly string[]> = {
  '255754001212': ['255754001212', '0754001212'],
  '255688121212': ['255688121212', '0688121212'],
  '255754009212': ['255754009212', '0754009212'],
  '255772555555': ['255772555555', '0772555555'],
  '12025550123': ['12025550123'],
}

/** The words of each name as people type them in a hurry. */
const names: Record<string, string> = {
  Asha: 'asha',
  ASHA: 'asha',
  Zoë: 'zoe',
  "Ng'ang'a": 'nganga',
  'Anna-Maria': 'anna maria',
  Juma: 'juma',
  'van der Berg': 'van der berg',
  Ashura: 'ashura',
}

/** Each reference without its marks. */
const references: Record<string, string> = {
  'PR-7F9': 'pr7f9',
  'pr-7f': 'pr7f',
  '4412-9987': '44129987',
  '15000': '15000',
  '754001212': '754001212',
  ASHA1: 'asha1',
}

/** What one thing in a question may be. A payment has it where one of them is true. */
interface Meaning {
  /** The beginning of words of a name. */
  name?: string
  /** The beginning of a reference. */
  reference?: string
  /** Digits of a phone number. */
  phone?: string
  /** Whether these can be the last digits of a number, as a customer says them. */
  isEnding?: boolean
  amount?: number
}

const word = (text: string): Meaning => ({ name: text, reference: text })
const digits = (text: string, amount?: number): Meaning => ({
  phone: text,
  reference: text,
  isEnding: text.length <= 4,
  ...(amount && { amount }),
})

/** What a person types, and what is meant: a payment has to have every part of it. */
const questions: Record<string, readonly Meaning[]> = {
  asha: [word('asha')],
  as: [word('as')],
  ZOE: [word('zoe')],
  zoë: [word('zoe')],
  "ng'ang'a": [word('nganga')],
  nganga: [word('nganga')],
  maria: [word('maria')],
  'anna-maria': [{ name: 'anna maria', reference: 'annamaria' }],
  'berg van': [word('berg'), word('van')],
  j: [word('j')],
  a: [word('a')],
  '212': [digits('212', 212)],
  '1212': [digits('1212')],
  '12': [digits('12')],
  '0754': [digits('0754')],
  '754 001': [digits('754001')],
  '+255 754': [digits('255754')],
  '00255754001212': [{ phone: '255754001212', reference: '00255754001212' }],
  '0754-001-212': [digits('0754001212')],
  '555': [digits('555')],
  '255': [digits('255')],
  '15000': [digits('15000', 15_000)],
  '7250': [digits('7250', 7_250)],
  'PR-7F9': [word('pr7f9')],
  pr7: [word('pr7')],
  '4412': [digits('4412')],
  '44129987': [digits('44129987')],
  'asha 212': [word('asha'), digits('212', 212)],
  'asha pr-7f': [word('asha'), word('pr7f')],
  '15,000': [{ amount: 15_000 }],
  '15,000.00': [{ amount: 15_000 }],
  'TZS 15 000/=': [{ amount: 15_000 }],
  '20,000': [{ amount: 20_000 }],
  '1,500.00': [{ amount: 1_500 }],
  'asha 15,000': [word('asha'), { amount: 15_000 }],
  'tel:+255-754-001-212': [digits('255754001212')],
  '0754001212,': [digits('0754001212')],
  '\u202a0754 001 212\u202c': [digits('0754001212')],
  '٠٧٥٤٠٠١٢١٢': [digits('0754001212')],
  'a 255': [word('a'), digits('255')],
  'a 15000': [word('a'), digits('15000', 15_000)],
  'a as j': [word('a'), word('as'), word('j')],
  nobody: [word('nobody')],
  "' OR 1=1 --": [word('or'), word('11')],
  '0': [digits('0')],
  '999999999999999999999': [digits('999999999999999999999')],
}
/** Marks alone ask for nothing, and find nothing. */
const marks = ['%', '_']

/** The whole of a payment's way, drawn from few values, so that questions meet answers. */
const drawnPayment = fc.record({
  phone: fc.constantFrom(...Object.keys(phones)),
  firstName: fc.constantFrom(...Object.keys(names)),
  lastName: fc.constantFrom(...Object.keys(names)),
  value: fc.constantFrom(15_000, 7_250, 212, 1),
  total: fc.option(fc.constantFrom(15_000, 20_000)),
  reference: fc.constantFrom(...Object.keys(references)),
  phase: fc.constantFrom<Phase[]>('ready', 'unknown', 'pending', 'settled', 'expired', 'refused'),
  outcome: fc.constantFrom('paid' as const, 'failed' as const, 'unrecognised' as const),
  givenBack: fc.boolean(),
  resolvedAs: fc.option(fc.constantFrom(...resolutionHowSchema.options)),
})
type DrawnPayment = typeof drawnPayment extends fc.Arbitrary<infer Value> ? Value : never

const drawnFilter = fc.record<PaymentsFilter>({
  phone: fc.constantFrom('anywhere', 'ending'),
  text: fc.constantFrom('', ...Object.keys(questions), ...marks),
  from: fc.option(fc.integer({ min: -2, max: 32 }).map(n => morning + n * minute)),
  to: fc.option(fc.integer({ min: -2, max: 32 }).map(n => morning + n * minute)),
  states: fc.subarray(paymentStateSchema.options),
  settled: fc.oneof(fc.constant<SettledBlock[]>([]), fc.subarray<SettledBlock>([...settledBlocks])),
  hour: fc.constant(null),
})

function write(
  ledger: Ledger,
  drawn: DrawnPayment,
  at: number,
  id = systemRandom.paymentId(at),
): Payment {
  const { customer } = recorded()
  const event = recorded({
    at,
    draftId: randomUUID(),
    msisdn: drawn.phone,
    customer: { ...customer, firstName: drawn.firstName, lastName: drawn.lastName },
    amount: { currency: 'TZS', value: drawn.value },
    ...(drawn.total && { total: drawn.total }),
  })
  const payment = ledger.record(id, event, { body: '{}' })
  const settled = { paid: samples.settled, failed: failedOutcome, unrecognised }[drawn.outcome]
  const later = eventsTo(drawn.phase).map((one): LaterEvent => {
    if (one.type === 'accepted') return { ...one, reference: drawn.reference }
    return one.type === 'settled' ? settled : one
  })
  const isPaid = drawn.phase === 'settled' && drawn.outcome === 'paid'
  if (isPaid && drawn.givenBack)
    later.push({ ...samples['given-back'], value: drawn.value, worth: drawn.value })
  if (drawn.phase === 'expired' && drawn.resolvedAs !== null)
    later.push({ ...samples.resolved, how: drawn.resolvedAs })
  return later.length === 0 ? payment : ledger.append(id, ...later)
}

/** What the filter means, from the tables above alone: no text is taken apart here. */
function matches(
  payment: Payment,
  { text, phone, from, to, states, settled }: PaymentsFilter,
): boolean {
  if (from !== null && payment.recordedAt < from) return false
  if (to !== null && payment.recordedAt >= to) return false
  if (states.length > 0 && !searchStatusesOf(states).includes(searchStatusOf(payment))) return false
  const how = payment.resolution?.how
  if (settled.length > 0 && !(how && settled.includes(resolvedBlocks[how]))) return false
  if (text === '') return true
  return questions[text]?.every(meaning => holds(payment, meaning, phone)) ?? false
}

function holds(payment: Payment, meaning: Meaning, phone: PaymentsFilter['phone']): boolean {
  const { customer, amount, total, msisdn } = payment
  const name = ` ${names[customer.firstName]} ${names[customer.lastName]}`
  if (meaning.name !== undefined && name.includes(` ${meaning.name}`)) return true
  const reference = payment.reference === null ? undefined : references[payment.reference]
  if (meaning.reference !== undefined && reference?.startsWith(meaning.reference)) return true
  // A customer names the whole sum, also of a payment in parts.
  if (meaning.amount === amount.value) return true
  if (meaning.amount !== undefined && meaning.amount === total) return true
  const { phone: part } = meaning
  if (part === undefined) return false
  const isEnding = phone === 'ending' && meaning.isEnding
  return (phones[msisdn] ?? []).some(one => (isEnding ? one.endsWith(part) : one.includes(part)))
}

describe('a search', () => {
  it('finds what the filter means, newest first, in pages of any length, though the clock was set', () => {
    const years = 400 * 86_400_000
    const jump = fc.constantFrom(0, 1, minute, minute, -minute, -30 * minute, years, -10 * minute)
    fc.assert(
      fc.property(
        fc.array(fc.record({ drawn: drawnPayment, jump }), { minLength: 1, maxLength: 30 }),
        fc.array(drawnFilter, { minLength: 4, maxLength: 12 }),
        fc.integer({ min: 1, max: 40 }),
        (all, filters, limit) => {
          const { ledger, close } = ledgerIn(newFolder())
          let wall = morning
          const payments = all.map(({ drawn, jump }) => {
            // Years ahead, and put right for the next sale.
            const at = wall + jump
            if (jump !== years) wall = at
            return write(
              ledger,
              drawn,
              at,
              systemRandom.paymentId(idTimeAfter(ledger.lastId(), at)),
            )
          })
          for (const filter of filters) {
            const expected = payments
              .filter(payment => matches(payment, filter))
              .map(({ id }) => id)
            const found = foundIds(ledger, filter, limit)
            expect(found, JSON.stringify(filter)).toEqual(expected.toReversed())
          }
          close()
        },
      ),
      { numRuns: 37 },
    )
  })

  it('finds a payment by what its word turned out to mean', () => {
    const { ledger } = ledgerIn(newFolder())
    const { id } = ledger.record(systemRandom.paymentId(morning), recorded(), { body: '{}' })
    const states = () =>
      paymentStateSchema.options.filter(state => foundIds(ledger, { states: [state] }).includes(id))
    const unclear = () => ledger.unclear().map(payment => payment.id)
    ledger.append(id, ...eventsTo('pending'), unrecognised)
    expect([states(), unclear()]).toEqual([['manager'], [id]])
    ledger.append(id, samples.resolved)
    expect([states(), unclear()]).toEqual([['manager'], [id]])
    ledger.append(id, samples.reopened)
    expect([states(), unclear()]).toEqual([['waiting'], []])
    expect(ledger.openIds()).toEqual([id])
    ledger.append(id, samples.settled)
    expect([states(), unclear(), ledger.openIds()]).toEqual([['paid'], [], []])
  })

  it('finds what many payments have and what one has', () => {
    const { ledger, first, count } = ledgerOfCopies()
    expect(foundIds(ledger, { text: 'rehema' }, 4_000)).toHaveLength(count)
    expect(foundIds(ledger, { text: 'rehema 12', states: ['paid'] }, 5_000)).toEqual([first.id])
    const rare = write(ledger, sample({ firstName: 'Rare' }), morning + 90 * minute)
    expect(foundIds(ledger, { text: 'rehema' }, 9_000)).not.toContain(rare.id)
    expect(foundIds(ledger, { text: 'rare' })).toEqual([rare.id])
  })

  it('lets others work between two slices, and ends when it is no longer wanted', async () => {
    const { ledger, first } = ledgerOfCopies()
    // Only in the oldest number.
    const filter = { ...everyPayment, text: '12' }
    const search = () => ledger.search({ filter, before: null, limit: 50 })
    let asked = 0
    const ended = await inSlices(search(), () => {
      asked += 1
      return asked < 2
    })
    expect(ended).toBeNull()
    expect((await inSlices(search(), () => true))?.payments).toEqual([first])
  })
})

function sample(changes: Partial<DrawnPayment>): DrawnPayment {
  return {
    phone: '255754001212',
    firstName: 'Asha',
    lastName: 'Mushi',
    value: 15_000,
    total: null,
    reference: 'R-1',
    phase: 'settled',
    outcome: 'paid',
    givenBack: false,
    resolvedAs: null,
    ...changes,
  }
}

/**
 * A ledger of one payment and many more of it, failed ones: more than one slice. They are put there behind its back, which
 * is quicker than selling.
 */
function ledgerOfCopies() {
  const folder = newFolder()
  const { file, ledger, close } = ledgerIn(folder)
  const first = write(ledger, sample({ firstName: 'Rehema' }), morning)
  const count = 11_000
  close()
  inDatabase(file, database => {
    const [row] = database.all('SELECT key, state FROM payment')
    const [key, state] = [Number(row?.key), readPacked(row?.state)]
    database.transaction(() => {
      for (let n = 1; n < count; n++) {
        const copy = systemRandom.paymentId(morning + n * 100)
        database.run(
          `INSERT INTO payment (id, draft_id, recorded_at, period, is_open, to_do, msisdn, state)
           SELECT ?, ?, recorded_at, 1, 0, 0, msisdn, ? FROM payment WHERE key = ?`,
          [
            ...[idBytes(copy), idBytes(randomUUID())],
            ...[Buffer.from(state.replaceAll(first.id, copy)), key],
          ],
        )
        database.run(
          `INSERT INTO sale_search (sale, recorded_at, status, amounts, phones, names, sale_references, settled)
           SELECT ?, recorded_at, 'failed', amounts, ' 255754000000 0754000000 ', names, '', ''
           FROM sale_search WHERE sale = ?`,
          [presentKey(database, copy), key],
        )
      }
    })
  })
  return { ledger: ledgerIn(folder).ledger, first, count }
}

describe('pages', () => {
  const writeMany = (ledger: Ledger, count: number) =>
    Array.from({ length: count }, (_, n) => write(ledger, sample({}), morning + n * minute))

  it('stay as they are while payments arrive and change', () => {
    const { ledger } = ledgerIn(newFolder())
    const payments = writeMany(ledger, 9)
    const first = foundPage(ledger, {}, { limit: 4 })
    write(ledger, sample({}), morning + 60 * minute)
    const [, second] = payments
    if (second) ledger.append(second.id, samples['goods-handed-over'])
    const next = foundPage(ledger, {}, { before: first.next, limit: 4 })
    const last = foundPage(ledger, {}, { before: next.next, limit: 4 })
    const ids = [first, next, last].flatMap(page => page.payments.map(({ id }) => id))
    expect(ids).toEqual(payments.map(({ id }) => id).toReversed())
    expect(last.next).toBeNull()
  })

  it('say that a row is damaged, and go on behind it', () => {
    const { file, ledger } = ledgerIn(newFolder())
    const payments = writeMany(ledger, 5)
    // While it is open: what every start reads would be found then.
    const damage = Buffer.from([0xff, 0xfe, 0x80])
    inDatabase(file, database => {
      for (const n of [1, 2])
        database.run('UPDATE payment SET state = ? WHERE id = ?', [
          damage,
          idBytes(payments[n]?.id ?? ''),
        ])
      const key = presentKey(database, payments[4]?.id ?? '')
      database.run('UPDATE sale_search SET names = CAST(? AS TEXT) WHERE sale = ?', [damage, key])
    })
    const page = foundPage(ledger, {}, { limit: 3 })
    expect(page).toMatchObject({
      unreadable: 1,
      payments: [{ id: payments[4]?.id }, { id: payments[3]?.id }],
    })
    const rest = foundPage(ledger, {}, { before: page.next, limit: 3 })
    expect(rest).toMatchObject({ unreadable: 1, next: null, payments: [{ id: payments[0]?.id }] })
    expect(foundIds(ledger, { text: 'asha' })).not.toContain(payments[4]?.id)
  })
})
