import type { PaymentEvent } from '../../../../shared/payment/event'
import type { Payment } from '../../../../shared/payment/payment'
import { applyEvent, beginPayment } from '../../../../shared/payment/reducer'
import { type LaterEvent, mayFollow } from '../../../../shared/payment/transitions'
import { cashUpSubject, drawerSubject } from '../link'
import { AlreadyHandedOver } from './errors'
import { readEvent, writeStored } from './events/history'
import type { LedgerChain } from './hash-chain/ledger-chain'
import type { ShippedLink } from './hash-chain/shipped-links'
import type { WriterParts } from './payment-writer'
import type { CashUps } from './projections/cash-up/cash-ups'
import type { DayBook } from './projections/cash-up/day-book'
import { LedgerDamaged } from './rows/codec'
import { pack } from './rows/packing'
import { presentKey } from './rows/payment-key'

/** A link as it was shipped, without what only its own ledger could know. */
export type RebuiltLink = Omit<ShippedLink, 'value' | 'payment' | 'entries' | 'sale' | 'drawer'>

export interface Rebuilt {
  sales: number
  open: number
  /** The merchant account that was used last, by the lost till's own id for it; null where nothing was sent. */
  account: string | null
  /** Payments whose customer is no longer known: their data was dropped where they were kept. */
  withoutCustomer: number
}

interface RebuildParts extends WriterParts {
  day: Pick<DayBook, 'cashUps' | 'drawer'>
  append: (id: string, event: PaymentEvent) => Payment
  chain: LedgerChain
}

/** Facts about money or goods: where two ledgers exclude each other in one of them, a person has to know. */
const weighty: readonly LaterEvent['type'][] = [
  'goods-handed-over',
  'given-back',
  'cash-taken',
  'undone',
]

/** Builds a ledger again from links, in an empty ledger that nothing else uses. */
export class LedgerRebuild {
  /** Payments with an event whose customer's data is missing. */
  readonly #incomplete = new Set<string>()
  #count = 0
  /** The last cash-up. */
  #cashUp = 0
  #account: string | null = null

  constructor(private readonly parts: RebuildParts) {}

  /** The next links, in one transaction. Throws LedgerDamaged for what no till wrote. */
  add(links: readonly RebuiltLink[]): void {
    this.parts.database.transaction(() => {
      for (const link of links) this.#add(link)
    })
  }

  has(paymentId: string): boolean {
    return this.parts.payments.find(paymentId) !== null
  }

  /** The value of the last link, in this ledger's own chain. */
  end(): Buffer {
    return this.parts.chain.head().value
  }

  /** The cash-ups that are there now have these reasons and documents: no link holds them. */
  addNotes(of: CashUps): void {
    this.parts.day.cashUps.addNotes(of, this.#cashUp)
  }

  /**
   * Links of a ledger that went on from an older state than this one: what may still follow here is added. A day that
   * was closed there is open again, for it did not have what is here. Returns how many facts about money or goods may
   * not follow.
   */
  addAside(links: readonly RebuiltLink[]): number {
    const kept = links.filter(({ subject }) => subject !== cashUpSubject)
    return kept.reduce((leftOut, link) => leftOut + this.#addAside(link), 0)
  }

  #addAside(link: RebuiltLink): number {
    const { database, chain, day } = this.parts
    if (link.subject === drawerSubject) {
      database.transaction(() => day.drawer.addStored(day.drawer.last() + 1, onlyBody(link)))
      return 0
    }
    if (link.first === 1) {
      const sequence = chain.head().number + 1
      database.transaction(() => this.#addEvents({ ...link, sequence }))
      return 0
    }
    const events = link.bodies.map((body, place) => readEvent(body, link.personal[place]).event)
    return events.filter(event => !this.#follow(link.subject, event) && isWeighty(event)).length
  }

  /** Whether the event may follow; then it does. */
  #follow(paymentId: string, event: PaymentEvent): boolean {
    const payment = this.parts.payments.find(paymentId)
    if (!payment || event.type === 'recorded' || !mayFollow(payment, event)) return false
    try {
      this.parts.append(paymentId, event)
      return true
    } catch (error) {
      if (error instanceof AlreadyHandedOver) return false
      throw error
    }
  }

  /**
   * All links are there. Customers' data that is missing is said to be removed, and each payment that was not
   * accepted becomes *unknown*: the lost till may have sent it. `at`: wall clock, ms.
   */
  finish({ at, months }: { at: number; months: number }): Rebuilt {
    const { payments } = this.parts
    const withoutCustomer = this.#incomplete.size
    // Of a payment that a person has yet to resolve, what is left of its customer stays.
    for (const paymentId of this.#incomplete)
      this.#follow(paymentId, { type: 'customer-removed', at, months })
    const account = this.#account
    for (const { id } of payments.open()) this.#follow(id, { type: 'restored', at, account })
    const open = payments.open().length
    return { sales: this.#count, open, account: this.#account, withoutCustomer }
  }

  #add(link: RebuiltLink): void {
    const { chain, day } = this.parts
    if (link.sequence !== chain.head().number + 1)
      throw new LedgerDamaged(`Link ${link.sequence} does not follow`)
    if (link.subject === cashUpSubject) {
      day.cashUps.addStored(link.first, onlyBody(link))
      this.#cashUp = link.first
    } else if (link.subject === drawerSubject) day.drawer.addStored(link.first, onlyBody(link))
    else this.#addEvents(link)
  }

  #addEvents({ subject, first, bodies, personal, request }: RebuiltLink): void {
    const { database, chain, payments, projections } = this.parts
    const read = bodies.map((body, place) => readEvent(body, personal[place]))
    if (read.some(({ removed }) => removed)) this.#incomplete.add(subject)
    const before = first === 1 ? null : payments.find(subject)
    const after = read.reduce<Payment | null>(
      (each, { event }) => next(subject, each, event),
      before,
    )
    if (after === null) throw new LedgerDamaged(`Payment ${subject} has no beginning`)
    this.#account = after.account ?? this.#account
    const events = read.map(({ event }) => event)
    for (const projection of projections) projection.apply(after, before, events)
    const payment = presentKey(database, subject)
    if (before === null) {
      this.#count += 1
      const body = pack(request?.toString('utf8') ?? '')
      database.insert('request', { payment, body })
    }
    const stored = bodies.map((body, place) => ({ body, personal: personal[place] ?? null }))
    writeStored(database, chain, { payment, subject, first }, stored)
    if (read.some(({ event }) => event.type === 'customer-removed'))
      this.#incomplete.delete(subject)
  }
}

function isWeighty({ type }: PaymentEvent): boolean {
  return weighty.some(each => each === type)
}

function next(id: string, payment: Payment | null, event: PaymentEvent): Payment {
  if (payment !== null) return applyEvent(payment, event)
  if (event.type !== 'recorded') throw new LedgerDamaged(`Payment ${id} begins with ${event.type}`)
  return beginPayment(id, event)
}

function onlyBody({ bodies, sequence }: RebuiltLink): Buffer {
  const [body] = bodies
  if (!body || bodies.length > 1) throw new LedgerDamaged(`Link ${sequence} holds no one row`)
  return body
}
