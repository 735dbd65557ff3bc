import { isOpen, mayStillBePaid, needsResolving } from '../../../../../../shared/payment/actions'
import type { Payment } from '../../../../../../shared/payment/payment'
import { uncoveredParts } from '../../../../../../shared/payment/purchase'
import { isSaidPaid } from '../../../../../../shared/payment/status'
import type { Database, Value } from '../../../database'
import { SaleCodec } from '../../rows/codec'
import { idBytes, readId } from '../../rows/sale-key'
import type { Projection } from '../projection'

/**
 * A row a sale, as it follows from its events; other tables name it by its `key`, which
 * is never used twice. `period` is the one that it was taken in (decision 19);
 * `to_do` marks what a person has yet to resolve (money rule 8), `uncovered` the paid part of a purchase whose
 * rest is missing, `may_be_paid` what may still turn out paid (money rule 9). The day marks confirmed money by
 * `paid_twice`, `contradicted`, `handed_over` and `refunded`. No two sales have one receipt number.
 */
export const saleTables = [
  `CREATE TABLE sale (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    id BLOB NOT NULL,
    draft_id BLOB NOT NULL,
    replaces BLOB,
    purchase BLOB,
    recorded_at INTEGER NOT NULL,
    period INTEGER NOT NULL,
    is_open INTEGER NOT NULL,
    to_do INTEGER NOT NULL,
    uncovered INTEGER NOT NULL DEFAULT 0,
    may_be_paid INTEGER NOT NULL DEFAULT 0,
    paid_twice INTEGER NOT NULL DEFAULT 0,
    contradicted INTEGER NOT NULL DEFAULT 0,
    handed_over INTEGER NOT NULL DEFAULT 0,
    refunded INTEGER NOT NULL DEFAULT 0,
    msisdn TEXT NOT NULL,
    reference TEXT,
    receipt_number INTEGER,
    state BLOB NOT NULL
  ) STRICT`,
  'CREATE UNIQUE INDEX sale_id ON sale (id)',
  'CREATE UNIQUE INDEX sale_draft ON sale (draft_id)',
  'CREATE INDEX sale_open ON sale (id) WHERE is_open = 1',
  'CREATE INDEX sale_to_do ON sale (id) WHERE to_do = 1',
  'CREATE INDEX sale_uncovered ON sale (id) WHERE uncovered = 1',
  'CREATE INDEX sale_may_be_paid ON sale (key) WHERE may_be_paid = 1',
  'CREATE UNIQUE INDEX sale_receipt ON sale (receipt_number) WHERE receipt_number IS NOT NULL',
  'CREATE INDEX sale_replaces ON sale (replaces) WHERE replaces IS NOT NULL',
  'CREATE INDEX sale_purchase ON sale (purchase) WHERE purchase IS NOT NULL',
  'CREATE INDEX sale_phone ON sale (msisdn)',
  'CREATE INDEX sale_reference ON sale (reference) WHERE reference IS NOT NULL',
]

/** The sales of an open ledger as they now are. */
export class Sales implements Projection {
  readonly #codec = new SaleCodec()

  constructor(protected readonly database: Database) {}

  apply(after: Payment, before: Payment | null): void {
    if (before === null) this.#insert(after)
    else this.#update(after, before)
    if (after.purchase !== null) this.#markUncovered(after)
  }

  find(id: string): Payment | null {
    return this.#select('WHERE id = ?', [idBytes(id)])[0] ?? null
  }

  findByDraft(draftId: string): Payment | null {
    return this.#select('WHERE draft_id = ?', [idBytes(draftId)])[0] ?? null
  }

  /** The first sale that the service knows by this reference. */
  findByReference(reference: string): Payment | null {
    return this.ofReference(reference)[0] ?? null
  }

  /** All sales that the service knows by this reference. */
  ofReference(reference: string): Payment[] {
    return reference === '' ? [] : this.#select('WHERE reference = ? ORDER BY key', [reference])
  }

  /** The new sales that were made in place of this one. */
  replacing(id: string): Payment[] {
    return this.#select('WHERE replaces = ? ORDER BY key', [idBytes(id)])
  }

  /** All parts of the sale's purchase, in the order in which they were recorded; none where it is paid alone. */
  partsOf({ purchase }: Pick<Payment, 'purchase'>): Payment[] {
    if (purchase === null) return []
    return this.#select('WHERE purchase = ? ORDER BY key', [idBytes(purchase.id)])
  }

  /**
   * The last accepted sales of this period of the shop and the two before it that may still turn out paid, newest
   * first (money rule 9). Periods and not times: a clock may have jumped.
   */
  mayStillBePaid(limit: number): Payment[] {
    return this.#select(
      `WHERE may_be_paid = 1 AND period >= (SELECT COALESCE(MAX(number), 0) - 1 FROM cash_up)
         ORDER BY key DESC LIMIT ?`,
      [limit],
    )
  }

  /** The id of the last sale that was recorded, or null. */
  lastId(): string | null {
    const [row] = this.database.all('SELECT MAX(id) AS id FROM sale')
    return row?.id == null ? null : readId(row.id)
  }

  /** All sales still on their way to a result, oldest first. */
  open(): Payment[] {
    return this.#select('WHERE is_open = 1 ORDER BY id')
  }

  /** Their ids alone: windows get them often, and reading thousands of sales takes a second. */
  openIds(): string[] {
    const rows = this.database.all('SELECT id FROM sale WHERE is_open = 1')
    return rows.map(({ id }) => readId(id))
  }

  /** All sales that a person has yet to resolve, oldest first (money rule 8). */
  unresolved(): Payment[] {
    return this.#select('WHERE to_do = 1 ORDER BY id')
  }

  /** The paid parts of purchases whose rest is missing, oldest first. */
  uncovered(): Payment[] {
    return this.#select('WHERE uncovered = 1 ORDER BY id')
  }

  /** A phone's open sales, and its last ones that are no longer open. */
  ofPhone(msisdn: string, last: number): Payment[] {
    return [
      ...this.#select('WHERE msisdn = ? AND is_open = 1', [msisdn]),
      ...this.#select('WHERE msisdn = ? AND is_open = 0 ORDER BY key DESC LIMIT ?', [msisdn, last]),
    ]
  }

  /** The last sales, newest first. */
  recent(limit: number): Payment[] {
    return this.#select('ORDER BY key DESC LIMIT ?', [limit])
  }

  /** The number of the next original receipt: one more than the last, in this ledger alone. */
  nextReceiptNumber(): number {
    const [row] = this.database.all('SELECT MAX(receipt_number) AS number FROM sale')
    return Number(row?.number ?? 0) + 1
  }

  #markUncovered(part: Payment): void {
    const parts = this.partsOf(part)
    const marked = new Set(uncoveredParts(parts).map(({ id }) => id))
    for (const { id } of parts)
      this.database.run('UPDATE sale SET uncovered = ? WHERE id = ? AND uncovered <> ?', [
        ...[Number(marked.has(id)), idBytes(id), Number(marked.has(id))],
      ])
  }

  #select(clause: string, values: readonly Value[] = []): Payment[] {
    const rows = this.database.all(`SELECT state FROM sale ${clause}`, values)
    return rows.map(row => this.#codec.read(row.state))
  }

  #insert(sale: Payment): void {
    this.database.run(
      `INSERT INTO sale (id, draft_id, replaces, purchase, recorded_at, period, is_open, to_do, msisdn, state)
       VALUES (?, ?, ?, ?, ?, (SELECT COALESCE(MAX(number), 0) + 1 FROM cash_up), ?, 0, ?, ?)`,
      [
        ...[idBytes(sale.id), idBytes(sale.draftId), optional(sale.replaces)],
        optional(sale.purchase?.id ?? null),
        ...[sale.recordedAt, Number(isOpen(sale)), sale.msisdn, this.#codec.encode(sale)],
      ],
    )
  }

  #update(sale: Payment, before: Payment): void {
    const { database } = this
    database.run(
      `UPDATE sale SET is_open = ?, to_do = ?, may_be_paid = ?, paid_twice = ?, contradicted = ?,
         handed_over = ?, refunded = ?, reference = ?, state = ? WHERE id = ?`,
      [
        ...[isOpen(sale), needsResolving(sale), mayStillBePaid(sale)].map(Number),
        ...[sale.paidTwice !== null, isPaidInDoubt(sale)].map(Number),
        ...[sale.handedOverAt !== null, sale.refund !== null].map(Number),
        ...[sale.reference, this.#codec.encode(sale), idBytes(sale.id)],
      ],
    )
    if (sale.receiptNumber !== before.receiptNumber)
      database.run('UPDATE sale SET receipt_number = ? WHERE id = ?', [
        ...[sale.receiptNumber, idBytes(sale.id)],
      ])
    if (sale.msisdn !== before.msisdn)
      database.run('UPDATE sale SET msisdn = ? WHERE id = ?', [sale.msisdn, idBytes(sale.id)])
  }
}

/** The service confirmed it, and later said otherwise. */
function isPaidInDoubt(payment: Payment): boolean {
  return isSaidPaid(payment) && (payment.contradiction !== null || payment.mismatch !== null)
}

function optional(id: string | null): Buffer | null {
  return id === null ? null : idBytes(id)
}
