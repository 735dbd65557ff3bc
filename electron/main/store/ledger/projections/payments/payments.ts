import { isOpen, mayStillBePaid } from '../../../../../../shared/payment/actions'
import type { Payment } from '../../../../../../shared/payment/payment'
import { isConfirmed, isDoubted, isGivenBack } from '../../../../../../shared/payment/payment-money'
import { isUnrecognised } from '../../../../../../shared/payment/status'
import type { Database, Value } from '../../../database'
import { PaymentCodec } from '../../rows/codec'
import { idBytes, presentKey, readId } from '../../rows/payment-key'
import type { Projection } from '../projection'

/**
 * A row a payment, as it follows from its events; other tables name it by its `key`, which
 * is never used twice. `sale` is the key of its sale, null for the sale's first payment. `period` is the one that it was
 * taken in (decision 19); `to_do` marks what a person is asked about (money rule 8), `unclear` what a word without a
 * meaning settled, `may_be_paid` what may still turn out paid (money rule 9). The day marks confirmed money by
 * `contradicted` and `given_back`. `handed_over` is not used any more: the sale's row says whether the goods went. No two
 * payments have one receipt number.
 */
export const paymentTables = [
  `CREATE TABLE payment (
    key INTEGER PRIMARY KEY,
    id BLOB NOT NULL,
    sale INTEGER,
    draft_id BLOB NOT NULL,
    recorded_at INTEGER NOT NULL,
    period INTEGER NOT NULL,
    is_open INTEGER NOT NULL,
    to_do INTEGER NOT NULL,
    may_be_paid INTEGER NOT NULL DEFAULT 0,
    contradicted INTEGER NOT NULL DEFAULT 0,
    handed_over INTEGER NOT NULL DEFAULT 0,
    given_back INTEGER NOT NULL DEFAULT 0,
    unclear INTEGER NOT NULL DEFAULT 0,
    msisdn TEXT NOT NULL,
    reference TEXT,
    receipt_number INTEGER,
    state BLOB NOT NULL
  ) STRICT`,
  'CREATE UNIQUE INDEX payment_id ON payment (id)',
  'CREATE UNIQUE INDEX payment_draft ON payment (draft_id)',
  'CREATE INDEX payment_open ON payment (id) WHERE is_open = 1',
  'CREATE INDEX payment_to_do ON payment (id) WHERE to_do = 1',
  'CREATE INDEX payment_unclear ON payment (key) WHERE unclear = 1',
  'CREATE INDEX payment_may_be_paid ON payment (key) WHERE may_be_paid = 1',
  'CREATE UNIQUE INDEX payment_receipt ON payment (receipt_number) WHERE receipt_number IS NOT NULL',
  'CREATE INDEX payment_of_sale ON payment (sale) WHERE sale IS NOT NULL',
  'CREATE INDEX payment_phone ON payment (msisdn)',
  'CREATE INDEX payment_reference ON payment (reference) WHERE reference IS NOT NULL',
  `CREATE TABLE payment_linked (
    earlier BLOB NOT NULL,
    payment INTEGER NOT NULL,
    PRIMARY KEY (earlier, payment)
  ) STRICT, WITHOUT ROWID`,
]

/** Also where the newest payment's row is gone: its events are there. AUTOINCREMENT would write one page more. */
const nextKey = `1 + MAX(COALESCE((SELECT MAX(key) FROM payment), 0),
  COALESCE((SELECT MAX(payment) FROM event), 0))`

/** The payments of an open ledger as they now are. */
export class Payments implements Projection {
  readonly #codec = new PaymentCodec()

  constructor(protected readonly database: Database) {}

  apply(after: Payment, before: Payment | null): void {
    if (before === null) this.#insert(after)
    else this.#update(after, before)
  }

  find(id: string): Payment | null {
    return this.#select('WHERE id = ?', [idBytes(id)])[0] ?? null
  }

  findByDraft(draftId: string): Payment | null {
    return this.#select('WHERE draft_id = ?', [idBytes(draftId)])[0] ?? null
  }

  /** The first payment that the service knows by this reference. */
  findByReference(reference: string): Payment | null {
    return this.ofReference(reference)[0] ?? null
  }

  /** All payments that the service knows by this reference. */
  ofReference(reference: string): Payment[] {
    return reference === '' ? [] : this.#select('WHERE reference = ? ORDER BY key', [reference])
  }

  /** The payments of a sale, oldest first. */
  ofSale(key: number): Payment[] {
    return this.#select('WHERE key = ? OR sale = ? ORDER BY key', [key, key])
  }

  /** The later payments that are linked to this one. */
  linkedTo(id: string): Payment[] {
    return this.#select(
      'WHERE key IN (SELECT payment FROM payment_linked WHERE earlier = ?) ORDER BY key',
      [idBytes(id)],
    )
  }

  /**
   * The last accepted payments of this period of the shop and the two before it that may still turn out paid, newest
   * first (money rule 9). Periods and not times: a clock may have jumped.
   */
  mayStillBePaid(limit: number): Payment[] {
    return this.#select(
      `WHERE may_be_paid = 1 AND period >= (SELECT COALESCE(MAX(number), 0) - 1 FROM cash_up)
         ORDER BY key DESC LIMIT ?`,
      [limit],
    )
  }

  /** The id of the last payment that was recorded, or null. */
  lastId(): string | null {
    const [row] = this.database.all('SELECT MAX(id) AS id FROM payment')
    return row?.id == null ? null : readId(row.id)
  }

  /** All payments still on their way to a result, oldest first. */
  open(): Payment[] {
    return this.#select('WHERE is_open = 1 ORDER BY id')
  }

  /** Their ids alone: windows get them often, and reading thousands of payments takes a second. */
  openIds(): string[] {
    const rows = this.database.all('SELECT id FROM payment WHERE is_open = 1')
    return rows.map(({ id }) => readId(id))
  }

  /** All that a person is asked about, oldest first (money rule 8). */
  toDos(): Payment[] {
    return this.#select('WHERE to_do = 1 ORDER BY id')
  }

  /** Notes which payments of a sale those are. */
  markToDos(payments: readonly Payment[], asks: readonly string[]): void {
    for (const { id } of payments) {
      const mark = Number(asks.includes(id))
      this.database.run('UPDATE payment SET to_do = ? WHERE id = ? AND to_do <> ?', [
        ...[mark, idBytes(id), mark],
      ])
    }
  }

  /** All that were settled with a word without a meaning, resolved or not, oldest first. */
  unclear(): Payment[] {
    return this.#select('WHERE unclear = 1 ORDER BY key')
  }

  /** A phone's open payments, and its last ones that are no longer open. */
  ofPhone(msisdn: string, last: number): Payment[] {
    return [
      ...this.#select('WHERE msisdn = ? AND is_open = 1', [msisdn]),
      ...this.#select('WHERE msisdn = ? AND is_open = 0 ORDER BY key DESC LIMIT ?', [msisdn, last]),
    ]
  }

  /** The last payments, newest first. */
  recent(limit: number): Payment[] {
    return this.#select('ORDER BY key DESC LIMIT ?', [limit])
  }

  /** The number of the next original receipt: one more than the last, in this ledger alone. */
  nextReceiptNumber(): number {
    const [row] = this.database.all('SELECT MAX(receipt_number) AS number FROM payment')
    return Number(row?.number ?? 0) + 1
  }

  #earlierSale({ id, sale }: Payment): number | null {
    return sale === id ? null : presentKey(this.database, sale)
  }

  #select(clause: string, values: readonly Value[] = []): Payment[] {
    const rows = this.database.all(`SELECT state FROM payment ${clause}`, values)
    return rows.map(row => this.#codec.read(row.state))
  }

  #insert(payment: Payment): void {
    this.database.run(
      `INSERT INTO payment (key, id, sale, draft_id, recorded_at, period, is_open, to_do, msisdn, state)
       VALUES (${nextKey}, ?, ?, ?, ?, (SELECT COALESCE(MAX(number), 0) + 1 FROM cash_up), ?, 0, ?, ?)`,
      [
        ...[idBytes(payment.id), this.#earlierSale(payment)],
        ...[
          idBytes(payment.draftId),
          payment.recordedAt,
          Number(isOpen(payment)),
          payment.msisdn,
          this.#codec.encode(payment),
        ],
      ],
    )
    for (const earlier of payment.linked)
      this.database.run(
        'INSERT INTO payment_linked (earlier, payment) SELECT ?, key FROM payment WHERE id = ?',
        [idBytes(earlier), idBytes(payment.id)],
      )
  }

  #update(payment: Payment, before: Payment): void {
    const { database } = this
    database.run(
      `UPDATE payment SET is_open = ?, may_be_paid = ?, contradicted = ?,
         given_back = ?, unclear = ?, reference = ?, state = ? WHERE id = ?`,
      [
        ...[isOpen(payment), mayStillBePaid(payment)].map(Number),
        ...[isPaidInDoubt(payment), isGivenBack(payment), isUnrecognised(payment)].map(Number),
        ...[payment.reference, this.#codec.encode(payment), idBytes(payment.id)],
      ],
    )
    if (payment.receiptNumber !== before.receiptNumber)
      database.run('UPDATE payment SET receipt_number = ? WHERE id = ?', [
        ...[payment.receiptNumber, idBytes(payment.id)],
      ])
    if (payment.msisdn !== before.msisdn)
      database.run('UPDATE payment SET msisdn = ? WHERE id = ?', [
        payment.msisdn,
        idBytes(payment.id),
      ])
  }
}

/** Did the service confirm it, and say something else later? */
function isPaidInDoubt(payment: Payment): boolean {
  return isConfirmed(payment) && isDoubted(payment)
}
