/** What became of a payment at the service, whether or not the till has read it. `part`: of another amount. */
type Fate = 'undecided' | 'paid' | 'part' | 'failed' | 'taken-back'

/**
 * The customer's own book: what really moved and what goods there are. It knows no entries, no due and no cover: it
 * is what a till's sums are judged by.
 */
export class CustomerBook {
  paid = 0
  gotBack = 0
  /** Worth of the goods that the customer takes, or has. */
  wanted: number
  areGoodsGone = false
  /** What the shop bears, as a manager said. */
  borne = 0
  readonly #fates = new Map<string, Fate>()
  /** What the shop has, as far as its service and its staff told it. */
  readonly #told = new Map<string, number>()

  constructor(total: number) {
    this.wanted = total
  }

  fateOf(payment: string): Fate {
    return this.#fates.get(payment) ?? 'undecided'
  }

  /** The customer approves, once; also after the service said failed. */
  approve(payment: string, value: number, fate: 'paid' | 'part'): void {
    if (!['undecided', 'failed'].includes(this.fateOf(payment))) return
    this.#fates.set(payment, fate)
    this.paid += value
  }

  decline(payment: string): void {
    if (this.fateOf(payment) === 'undecided') this.#fates.set(payment, 'failed')
  }

  takeBack(payment: string, value: number): void {
    if (this.fateOf(payment) !== 'paid') return
    this.#fates.set(payment, 'taken-back')
    this.gotBack += value
  }

  /** The shop was told of so much money from here: `cash`, `back`, or a payment. */
  tell(source: string, value: number): void {
    this.#told.set(source, value)
  }

  tellMore(source: string, value: number): void {
    this.tell(source, this.toldOf(source) + value)
  }

  toldOf(source: string): number {
    return this.#told.get(source) ?? 0
  }

  /** What the shop has, as it was told. */
  get told(): number {
    return [...this.#told.values()].reduce((sum, value) => sum + value, 0)
  }

  takeCash(value: number): void {
    this.paid += value
    this.tellMore('cash', value)
  }

  getBack(value: number): void {
    this.gotBack += value
    this.tellMore('back', -value)
  }

  /** Worth of the goods that the customer keeps. */
  get kept(): number {
    return this.areGoodsGone ? this.wanted : 0
  }

  /** What the customer paid more than kept; 0 where the books are even. */
  get difference(): number {
    return this.paid - this.gotBack + this.borne - this.kept
  }
}
