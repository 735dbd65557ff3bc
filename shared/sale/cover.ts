import { type NumberedMovement, saidOf, type Way, withoutUndone } from './entry'

/** What a sale has to know of one of its payments. */
export interface SalePayment {
  id: string
  /** What the service was asked for. */
  value: number
  /**
   * `open`: the till still asks. `unknown`: the till stopped asking before it had a result. `unclear`: the service gave an
   * answer that a person has to judge, of another amount for example.
   */
  state: 'open' | 'unknown' | 'unclear' | 'over'
  /** Staff stopped waiting for it. The till still reads it until it has a result. */
  stopped: boolean
  /** A later answer of the service contradicts the record, and a manager has not resolved it yet. */
  contradicted: boolean
}

/** What a sale's money is judged by. */
export interface SaleMoney {
  total: number
  payments: readonly SalePayment[]
  entries: readonly NumberedMovement[]
  /** The number of the newest entry when the goods went, 0 where there was none; null while they are here. */
  handedOverAfter: number | null
  /** The same of the moment at which a manager said of late money that there is nothing to do. */
  lateEndedAfter: number | null
  /** The same of the moment at which a manager said that the shop bears what is unpaid. */
  borneAfter: number | null
}

/** What a sale's money comes to. */
export type Cover = 'too-much' | 'covered' | 'given-back' | 'waiting' | 'lacks' | 'nothing'

/** What the sale has, against what is due. */
export function coverOf(sale: SaleMoney): Cover {
  const lacking = lackingOf(sale)
  if (lacking < 0) return 'too-much'
  if (lacking === 0) return dueOf(sale) > 0 ? 'covered' : 'given-back'
  if (mayStillCome(sale) > 0) return 'waiting'
  return hasOf(sale) === 0 ? 'nothing' : 'lacks'
}

/** What the sale has by each way. */
export function hasByWay({ entries }: Pick<SaleMoney, 'entries'>): Record<Way, number> {
  const sums = { service: 0, cash: 0, said: 0 }
  for (const { way, direction, value } of entries) sums[way] += direction === 'in' ? value : -value
  return sums
}

/** What the sale has. Below zero where the service took back what a person had given back already. */
export function hasOf(sale: Pick<SaleMoney, 'entries'>): number {
  const { service, cash, said } = hasByWay(sale)
  return service + cash + said
}

/** What the sale comes to: the total until goods come back or are not taken. */
export function dueOf({ total, entries }: Pick<SaleMoney, 'total' | 'entries'>): number {
  return withoutUndone(entries).reduce(
    (due, entry) => ('worth' in entry ? due - entry.worth : due),
    total,
  )
}

/** What is due and not here; below zero where there is too much. */
export function lackingOf(sale: Pick<SaleMoney, 'total' | 'entries'>): number {
  return dueOf(sale) - hasOf(sale)
}

/** The number of the entry with which the sale first had what was due; null where it never had. */
export function firstCoveredBy({
  total,
  entries,
}: Pick<SaleMoney, 'total' | 'entries'>): number | null {
  const moved = withoutUndone(entries)
  const covers = (_: NumberedMovement, place: number) =>
    isPaidFor({ total, entries: moved.slice(0, place + 1) })
  return moved.find(covers)?.number ?? null
}

/** Its result is not known: neither the service nor a person has given one. */
export function isUndecided(
  { id, state }: SalePayment,
  { entries }: Pick<SaleMoney, 'entries'>,
): boolean {
  return state !== 'over' && saidOf(id, entries).length === 0
}

/** The most that its payments may still bring. */
export function mayStillCome(sale: SaleMoney): number {
  return sumOf(sale.payments.filter(payment => isUndecided(payment, sale)))
}

/** The part of the sale's money whose arrival is not known: the day counts it as unknown. */
export function unknownOf(sale: SaleMoney): number {
  return Math.max(0, Math.min(lackingOf(sale), mayStillCome(sale)))
}

/** The open payments that staff have not stopped waiting for. */
export function waitedFor({ payments }: Pick<SaleMoney, 'payments'>): SalePayment[] {
  return payments.filter(({ state, stopped }) => state === 'open' && !stopped)
}

/** The sum of these payments or movements. */
export function sumOf(payments: readonly Pick<SalePayment, 'value'>[]): number {
  return payments.reduce((sum, { value }) => sum + value, 0)
}

/** Has the sale what is due? */
function isPaidFor(sale: Pick<SaleMoney, 'total' | 'entries'>): boolean {
  return dueOf(sale) > 0 && lackingOf(sale) <= 0
}

/** Green: it has what is due, the service confirmed a part of that at least, and none is in doubt or only seen by staff. */
export function isConfirmed(sale: SaleMoney): boolean {
  if (!isPaidFor(sale) || isContradicted(sale)) return false
  return hasByWay(sale).service > 0 && !withoutUndone(sale.entries).some(isUnconfirmed)
}

/** Staff only saw this money. Cash counts as confirmed: a person took it. */
function isUnconfirmed({ direction, way }: NumberedMovement): boolean {
  return direction === 'in' && way === 'said'
}

function isContradicted({ payments }: Pick<SaleMoney, 'payments'>): boolean {
  return payments.some(({ contradicted }) => contradicted)
}

/**
 * Does the sale have what is due only because of late money? The customer may have gone, or paid by another sale. It
 * ends when the goods go, when a person gives money back, or when a manager says that there is nothing to do.
 */
export function isLate(sale: SaleMoney): boolean {
  return mayHandOver(sale) && -lackingOf(sale) < unansweredLateMoney(sale)
}

function unansweredLateMoney({ entries, lateEndedAfter }: SaleMoney): number {
  const moved = withoutUndone(entries)
  const givenBack = moved.filter(entry => entry.direction === 'out' && entry.why !== 'taken-back')
  const answered = Math.max(lateEndedAfter ?? 0, ...givenBack.map(({ number }) => number))
  return sumOf(moved.filter(entry => 'late' in entry && entry.late && entry.number > answered))
}

/** May the goods go, once, without a question? */
export function goodsMayGo(sale: SaleMoney): boolean {
  return mayHandOver(sale) && !isLate(sale)
}

/** May a person let the goods go who was told that the money is late? */
export function mayHandOver(sale: SaleMoney): boolean {
  return sale.handedOverAfter === null && isPaidFor(sale) && !isContradicted(sale)
}
