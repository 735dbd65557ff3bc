import type { PaymentEvent } from '../../../../shared/payment/event'
import type { Sale } from '../../../../shared/payment/sale'
import { applyEvent, beginSale } from '../../../../shared/payment/sale-reducer'
import { mayFollow } from '../../../../shared/payment/sale-transitions'
import type { Database } from '../database'
import { readEvent } from './events/event-rows'
import { writeEvent } from './events/history'
import { cashUpSubject } from './hash-chain/ledger-chain'
import type { ShippedLink } from './hash-chain/shipped-links'
import type { CashUps } from './projections/cash-up/cash-ups'
import type { Projection } from './projections/projection'
import type { SaleQueries } from './projections/sales/sales'
import { LedgerDamaged } from './rows/codec'
import type { AddLink } from './rows/ledger-rows'
import { pack } from './rows/packing'
import { presentKey } from './rows/sale-key'

/** A link as it was shipped, without what only its own ledger could know. */
export type RebuiltLink = Omit<ShippedLink, 'value' | 'sale'>

/** What a rebuilt ledger has. */
export interface Rebuilt {
  /** The value of the last link that was shipped, in this ledger's own chain. */
  link: Buffer
  sales: number
  open: number
  /** The merchant account that was used last, by the lost till's own id for it; null where nothing was sent. */
  account: string | null
  /** Sales whose customer is no longer known: their data was dropped where they were kept. */
  withoutCustomer: number
}

/** Builds a lost till's ledger again from what it shipped, in an empty ledger that nothing else uses. */
export interface LedgerRebuild {
  /** The next links, in one transaction. Throws LedgerDamaged for what no till wrote. */
  add(links: readonly RebuiltLink[]): void
  /**
   * All links are there. Customers' data that is missing is said to be removed, and each sale that was not
   * accepted becomes *unknown*: the lost till may have sent it. `at`: wall clock, ms.
   */
  finish(told: { at: number; months: number }): Rebuilt
}

interface RebuildDeps {
  database: Database
  addLink: AddLink
  sales: Pick<SaleQueries, 'find' | 'open'>
  projections: readonly Projection[]
  cashUps: Pick<CashUps, 'addStored'>
  append: (id: string, event: PaymentEvent) => Sale
  head: () => { number: number; value: Buffer }
}

/** A rebuild on an open ledger. */
export function createLedgerRebuild(deps: RebuildDeps): LedgerRebuild {
  const { database, addLink, sales, projections } = deps
  /** Sales with an event whose customer's data is missing. */
  const incomplete = new Set<string>()
  let count = 0
  let account: string | null = null

  function add(link: RebuiltLink): void {
    if (link.sequence !== deps.head().number + 1)
      throw new LedgerDamaged(`Link ${link.sequence} does not follow`)
    if (link.subject === cashUpSubject) deps.cashUps.addStored(link.first, onlyBody(link))
    else addEvents(link)
  }

  function addEvents({ subject, first, bodies, personal, request }: RebuiltLink): void {
    const read = bodies.map((body, place) => readEvent(body, personal[place]))
    if (read.some(({ removed }) => removed)) incomplete.add(subject)
    const before = first === 1 ? null : sales.find(subject)
    const after = read.reduce<Sale | null>((each, { event }) => next(subject, each, event), before)
    if (after === null) throw new LedgerDamaged(`Sale ${subject} has no beginning`)
    account = after.account ?? account
    for (const projection of projections) projection.apply(after, before)
    const sale = presentKey(database, subject)
    if (before === null) {
      count += 1
      const body = pack(request?.toString('utf8') ?? '')
      database.run('INSERT INTO request (sale, body) VALUES (?, ?)', [sale, body])
    }
    const linked = addLink({ sale, subject, first, bodies })
    for (const [place, body] of bodies.entries())
      writeEvent(
        database,
        { sale, number: first + place, link: linked },
        { body, personal: personal[place] ?? null },
      )
    // What the lost till had removed is kept here no longer either.
    if (read.some(({ event }) => event.type === 'customer-removed')) {
      incomplete.delete(subject)
      forget(sale)
    }
  }

  function forget(sale: number): void {
    database.run('DELETE FROM personal WHERE sale = ?', [sale])
    database.run('UPDATE request SET body = ? WHERE sale = ?', [Buffer.alloc(0), sale])
  }

  /** Of a sale that a person has yet to resolve, what is left of its customer stays. */
  function sayRemoved(saleId: string, event: PaymentEvent & { type: 'customer-removed' }): void {
    const sale = sales.find(saleId)
    if (!sale || !mayFollow(sale, event)) return
    database.transaction(() => forget(presentKey(database, saleId)))
    deps.append(saleId, event)
  }

  return {
    add: links =>
      database.transaction(() => {
        for (const link of links) add(link)
      }),
    finish({ at, months }) {
      const link = deps.head().value
      const withoutCustomer = incomplete.size
      for (const saleId of incomplete) sayRemoved(saleId, { type: 'customer-removed', at, months })
      for (const sale of sales.open())
        if (mayFollow(sale, { type: 'restored', at }))
          deps.append(sale.id, { type: 'restored', at })
      return { link, sales: count, open: sales.open().length, account, withoutCustomer }
    },
  }
}

function next(id: string, sale: Sale | null, event: PaymentEvent): Sale {
  if (sale !== null) return applyEvent(sale, event)
  if (event.type !== 'recorded') throw new LedgerDamaged(`Sale ${id} begins with ${event.type}`)
  return beginSale(id, event)
}

function onlyBody({ bodies, sequence }: RebuiltLink): Buffer {
  const [body] = bodies
  if (!body || bodies.length > 1) throw new LedgerDamaged(`Link ${sequence} is no cash-up`)
  return body
}
