import { type Method, methodSchema } from '../../../../../../shared/payment/channel'
import type { WayBack } from '../../../../../../shared/payment/given-back'
import type { SaleLine } from '../../../../../../shared/payment/lines'
import type { Payment } from '../../../../../../shared/payment/payment'
import type { Person } from '../../../../../../shared/person'
import type { Database, Row, Value } from '../../../database'
import { type Counted, countedAs } from '../../entries/counted-as'
import { readPerson } from '../../entries/entry-rows'
import { cameIn, entryQuarter } from '../../entries/hours'
import { checked, readPayment, readText } from '../../rows/codec'
import { counting, countOf, runningPeriod } from '../../rows/counting'
import { type Item, marksOf } from './item'

/** A place in the order of all that the day counts: no clock moves it. */
export interface DayPlace {
  /** The numbers of the last entry, of the last request without money and of the last of the drawer; 0 where there is none. */
  entry: number
  request: number
  drawer: number
}

/** A part of the running period: what came after a place, of one person or, with no bytes, of everybody. */
export interface PeriodPart {
  after: DayPlace
  person: Buffer
}

export const wholePeriod: PeriodPart = {
  after: { entry: 0, request: 0, drawer: 0 },
  person: Buffer.alloc(0),
}

/** Money that was given back, by how it went. */
export interface RefundSum {
  how: WayBack
  currency: string
  sales: number
  amount: number
}

/** Money of one currency that came in one way within a quarter of an hour. */
export interface QuarterSum {
  currency: string
  /** `cash` is what staff took, for whichever payment. */
  method: Method
  /** Quarter hours since the epoch. */
  quarter: number
  sales: number
  amount: number
}

/** An item at one price, and how many of it were sold. */
export interface SoldItem extends SaleLine {
  currency: string
}

/** An entry with its payment as it is now. `amount` is below 0 where it undoes one of an earlier period. */
export interface DatedEntry {
  counted: Counted
  amount: number
  at: number
  person: Person | null
  payment: Payment
  /** The period in which the payment was taken, and whether that is an earlier one. */
  period: number
  earlier: boolean
}

const inPlace = `entry.period = ${runningPeriod} AND entry.number > ? AND (? = x'' OR entry.person = ?)`

/** What is undone in the same part of a period is not counted, nor is what undoes it. */
const inPart = `${inPlace}
  AND NOT EXISTS (SELECT 1 FROM entry AS other
    WHERE other.payment = entry.payment AND other.period = entry.period AND other.number > ?
      AND (other.undoes = entry.number OR other.number = entry.undoes))`

function placeOf({ after, person }: PeriodPart): Value[] {
  return [after.entry, person, person]
}

function valuesOf(part: PeriodPart): Value[] {
  return [...placeOf(part), part.after.entry]
}

const isConfirmed = `entry.direction = 'in' AND entry.way = 'service' AND entry.undoes IS NULL`

/** The entries of the running period of an open ledger. */
export class PeriodMoney {
  constructor(private readonly database: Database) {}

  /** The period that runs now: the one after the last that was closed. */
  running(): number {
    return Number(this.database.all(`SELECT ${runningPeriod} AS number`)[0]?.number)
  }

  /** The number of the last entry; 0 where there is none. */
  last(): number {
    return Number(this.database.all('SELECT MAX(number) AS last FROM entry')[0]?.last ?? 0)
  }

  /** Has any money moved in the running period? */
  hasAny(): boolean {
    const sql = `SELECT 1 FROM entry WHERE period = ${runningPeriod} LIMIT 1`
    return this.database.all(sql).length > 0
  }

  /** A part of the period, added up: what belongs to blocks, and apart from it what was given back. */
  sums(part: PeriodPart): { items: Item[]; refunds: RefundSum[] } {
    const rows = this.database.all(
      `SELECT direction, way, undoes IS NOT NULL AS undoing, channel, currency, person, person_name,
         late, payment.period < entry.period AS earlier, contradicted, given_back = 1 OR due <= 0 AS given_back_all,
         handed_over_after IS NOT NULL AS goods_gone, ${counting}
       FROM entry JOIN payment ON payment.key = entry.payment
         JOIN sale ON sale.key = COALESCE(payment.sale, payment.key) WHERE ${inPart}
       GROUP BY direction, way, undoing, channel, currency, person, person_name, late, earlier,
         contradicted, given_back_all, goods_gone`,
      valuesOf(part),
    )
    const sums = rows.map(row => ({ row, counted: countedOf(row) }))
    return {
      items: sums.flatMap(({ row, counted }) => itemOf(row, counted)),
      refunds: sums.flatMap(({ row, counted }) => refundOf(row, counted)),
    }
  }

  /** The items of the sales that had what was due for the first time. */
  sold(part: PeriodPart): SoldItem[] {
    const rows = this.database.all(
      `SELECT entry.currency AS currency, name, price, SUM(quantity) AS quantity
       FROM entry JOIN sale ON sale.covered_by = entry.number
         JOIN sold_line ON sold_line.payment = sale.key
       WHERE ${inPlace}
       GROUP BY entry.currency, name, price`,
      placeOf(part),
    )
    return rows.map(row => ({
      currency: readText(row.currency),
      name: readText(row.name),
      price: Number(row.price),
      quantity: Number(row.quantity),
    }))
  }

  /** Confirmed money and cash, by the time at which it came. */
  quarters(part: PeriodPart): QuarterSum[] {
    const rows = this.database.all(
      `SELECT currency, CASE way WHEN 'cash' THEN way ELSE channel END AS method,
         ${entryQuarter} AS quarter, ${counting} FROM entry
       WHERE ${inPart} AND ${cameIn} GROUP BY currency, method, quarter`,
      valuesOf(part),
    )
    return rows.map(row => ({
      currency: readText(row.currency),
      method: checked(methodSchema, readText(row.method), 'An entry'),
      quarter: Number(row.quarter),
      ...countOf(row),
    }))
  }

  /** Each entry of the period, not added up, in the order in which the payments were taken. */
  dated(): DatedEntry[] {
    return this.#dated(wholePeriod, 'TRUE')
  }

  /** Money that was confirmed for payments of earlier periods. */
  earlier(part: PeriodPart): DatedEntry[] {
    return this.#dated(part, `payment.period < entry.period AND ${isConfirmed}`)
  }

  #dated(part: PeriodPart, only: string): DatedEntry[] {
    const rows = this.database.all(
      `SELECT direction, way, undoes IS NOT NULL AS undoing, value, at, person, person_name,
         payment.state AS state, payment.period AS period, payment.period < entry.period AS earlier
       FROM entry JOIN payment ON payment.key = entry.payment
       WHERE ${inPart} AND ${only} ORDER BY entry.payment, number`,
      valuesOf(part),
    )
    return rows.map(row => {
      const counted = countedOf(row)
      return {
        counted,
        amount: counted.sign * Number(row.value),
        at: Number(row.at),
        person: readPerson(row),
        payment: readPayment(row.state),
        period: Number(row.period),
        earlier: row.earlier === 1,
      }
    })
  }
}

function countedOf({ direction, way, undoing }: Row): Counted {
  return countedAs(readText(direction), readText(way), undoing === 1)
}

function itemOf(row: Row, { kind, sign }: Counted): Item[] {
  if (kind === 'refund') return []
  const { sales, amount } = countOf(row)
  const channel = checked(methodSchema, readText(row.channel), 'An entry')
  const marks = kind === 'confirmed' ? confirmedMarks(row) : []
  const tally = { sales: sign * sales, amount: sign * amount }
  const state = kind === 'confirmed' ? 'paid' : kind
  const currency = readText(row.currency)
  return [{ block: kind, currency, channel, person: readPerson(row), state, marks, tally }]
}

function confirmedMarks(row: Row): Item['marks'] {
  const is = (name: string) => row[name] === 1
  return marksOf({
    late: is('late'),
    contradicted: is('contradicted'),
    earlier: is('earlier'),
    toHandOver: !is('goods_gone') && !is('given_back_all'),
    handedOverInDoubt: is('goods_gone') && is('contradicted'),
  })
}

function refundOf(row: Row, counted: Counted): RefundSum[] {
  if (counted.kind !== 'refund') return []
  const { how, sign } = counted
  const { sales, amount } = countOf(row)
  return [{ how, currency: readText(row.currency), sales: sign * sales, amount: sign * amount }]
}
