import type { DrawerEntry } from '../../../../../shared/day/drawer'
import type { Payment } from '../../../../../shared/payment/payment'
import type { Entry } from '../../../../../shared/sale/entry'
import { bytesOf, type Cell, type Database, type Row } from '../../database'
import { cashUpSubject, drawerSubject } from '../../link'
import { entriesOf } from '../entries/entry-rows'
import { UnknownMoney } from '../entries/unknown-money'
import { readDrawerEntry } from '../projections/drawer/drawer'
import { readable, readPayment } from '../rows/codec'
import { unpack } from '../rows/packing'
import { readId } from '../rows/payment-key'
import { cashUpRows, isPayment, type LedgerChain, storedValue } from './ledger-chain'

/** One link of the ledger with all that another machine needs to rebuild what it holds. */
export interface ShippedLink {
  sequence: number
  /** A payment's id, or one of `otherSubjects`. */
  subject: string
  /** The number of the first of its events in the payment's history. */
  first: number
  /** The link's value in this ledger's chain. */
  value: Buffer
  /** The exact bytes that the link holds. */
  bodies: readonly Buffer[]
  /** What each of the events says of a customer, at the same places; null where nothing, or removed. */
  personal: readonly (Buffer | null)[]
  /** The request as it is sent, with the link that begins a payment; null once they were removed. */
  request: Buffer | null
  /** The payment as it is now; null for what is none, and where its row cannot be read. */
  payment: Payment | null
  /** All money that moved for the payment, as it is now; empty where it cannot be read. */
  entries: readonly Entry[]
  /** All payments of its sale, as they are now: what one asks changes with another. */
  sale: readonly SaleMark[]
  /** What an entry of the drawer says; with such a link alone, and not where it cannot be read. */
  drawer?: DrawerEntry
}

/** What a payment asks. */
export interface SaleMark {
  payment: string
  /** A person is asked about it. */
  toDo: boolean
  /** What its sale lacks. */
  missing: number
  /** The payment's money whose arrival is not known: see `UnknownMoney`. */
  unknown: number
}

/** How much is read at a time: a batch that takes longer would hold up a payment. */
export interface LinkPage {
  /** Links after this number. */
  after: number
  mostLinks: number
  /** Stops after the link that reaches it; one that is larger comes alone. */
  mostBytes: number
}

export type LinkReader = ReturnType<typeof createLinkReader>

/** The links of an open, migrated ledger, for what copies them elsewhere. */
export function createLinkReader(database: Database, chain: Pick<LedgerChain, 'head' | 'valueAt'>) {
  return {
    /** The number of the last link; 0 where there is none. */
    last: () => chain.head().number,
    /** The value of a link in this ledger's chain; null where it has no such link. */
    valueAt: (sequence: number) => chain.valueAt(sequence),
    /** The next links in order, as `LinkPage` says. */
    read: (page: LinkPage) => readLinks(database, page),
  }
}

/** Stops before a number that is missing: what lies behind it must not be shipped. */
function readLinks(database: Database, page: LinkPage): ShippedLink[] {
  const rows = database.all(
    `SELECT link.number AS number, link.payment AS payment, payment.id AS id, link.first AS first,
       link.last AS last, link.value AS value
     FROM link LEFT JOIN payment ON payment.key = link.payment
     WHERE link.number > ? ORDER BY link.number LIMIT ?`,
    [page.after, page.mostLinks],
  )
  const links: ShippedLink[] = []
  let bytes = 0
  for (const row of rows) {
    const sequence = Number(row.number)
    if (sequence !== page.after + links.length + 1 || bytes >= page.mostBytes) break
    const place = { sequence, first: Number(row.first), value: storedValue(row.value) }
    const link = { ...place, ...partOf(database, row, place.first) }
    links.push(link)
    bytes += sizeOf(link)
  }
  return links
}

type Part = Omit<ShippedLink, 'sequence' | 'first' | 'value'>

function partOf(database: Database, row: Row, first: number): Part {
  const payment = row.payment === null ? null : Number(row.payment)
  if (isPayment(payment)) return paymentPart(database, row, first)
  return payment === null ? cashUpPart(database, first) : drawerPart(database, first)
}

const ofNoPayment = {
  personal: [null],
  request: null,
  payment: null,
  entries: [],
  sale: [],
} as const

function cashUpPart(database: Database, number: number): Part {
  const [row] = database.all('SELECT body, lines FROM cash_up WHERE number = ?', [number])
  const { bodies } = cashUpRows(number, row?.body, row?.lines)
  return { subject: cashUpSubject, bodies, ...ofNoPayment }
}

function drawerPart(database: Database, number: number): Part {
  const [row] = database.all('SELECT body FROM drawer WHERE number = ?', [number])
  const drawer = readable(() => readDrawerEntry(row ?? {}))
  const part = { subject: drawerSubject, bodies: [bytesOf(row?.body)], ...ofNoPayment }
  return drawer === null ? part : { ...part, drawer }
}

function paymentPart(database: Database, { payment, id, last }: Row, first: number): Part {
  const key = Number(payment)
  const events = database.all(
    `SELECT event.body AS body, personal.body AS personal FROM event
     LEFT JOIN personal ON personal.link = event.link AND personal.number = event.number
     WHERE event.payment = ? AND event.number BETWEEN ? AND ? ORDER BY event.number`,
    [key, first, Number(last)],
  )
  const [row] = database.all('SELECT state FROM payment WHERE key = ?', [key])
  return {
    subject: readId(id),
    bodies: events.map(({ body }) => bytesOf(body)),
    personal: events.map(({ personal }) => bytesOrNull(personal)),
    request: first === 1 ? requestBytes(database, key) : null,
    payment: readable(() => readPayment(row?.state)),
    entries: readable(() => entriesOf(database, key, readId(id))) ?? [],
    sale: saleMarks(database, key),
  }
}

function saleMarks(database: Database, payment: number): SaleMark[] {
  const rows = database.all(
    `SELECT part.key AS key, part.id AS id, part.state AS state, part.to_do AS to_do,
       part.is_open AS is_open, MAX(0, sale.due - sale.has) AS missing
     FROM payment AS asked JOIN sale ON sale.key = COALESCE(asked.sale, asked.key)
       JOIN payment AS part ON part.key = sale.key OR part.sale = sale.key
     WHERE asked.key = ? ORDER BY part.is_open DESC, part.key`,
    [payment],
  )
  const money = new UnknownMoney()
  const unknownOf = ({ key, id, state }: Row, missing: number) => {
    const part = readable(() => readPayment(state))
    return part ? money.of(0, missing, part, entriesOf(database, Number(key), readId(id))) : 0
  }
  return rows.map(row => {
    const [missing, toDo] = [Number(row.missing), row.to_do === 1]
    const unknown = toDo || row.is_open === 1 ? unknownOf(row, missing) : 0
    return { payment: readId(row.id), toDo, missing, unknown }
  })
}

function requestBytes(database: Database, payment: number): Buffer | null {
  const [row] = database.all('SELECT body FROM request WHERE payment = ?', [payment])
  const bytes = unpack(bytesOf(row?.body))
  // An empty body is what the removal of a customer's data leaves.
  return bytes?.length ? bytes : null
}

function bytesOrNull(cell: Cell | undefined): Buffer | null {
  return Buffer.isBuffer(cell) ? cell : null
}

function sizeOf({ bodies, personal, request }: ShippedLink): number {
  const all = [...bodies, ...personal, request]
  return all.reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0)
}
