import { isDeepStrictEqual } from 'node:util'
import { isPlainHttp } from '../../../../shared/connection'
import type { CustomerScene, CustomerView, TillMode } from '../../../../shared/customer-view'
import type { HandlersOf } from '../../../../shared/ipc/handlers'
import { failure, type Result, success } from '../../../../shared/ipc/result'
import { isOpen, isUnclear } from '../../../../shared/payment/actions'
import type { Payment } from '../../../../shared/payment/payment'
import type { Settings } from '../../../../shared/settings'
import type { WithEngine } from '../../connections/with-engine'
import type { Clock } from '../../platform/clock'
import { type CustomerFacts, customerView } from './customer-scene'

/** How long the owner looks at a test picture, ms. */
const testShownMs = 15_000

/**
 * What the customer's window shows: it follows the one sale that the cashier has on the screen. Idle until there is
 * one; `changed` is called whenever something else is to be seen.
 */
export class CustomerDisplay implements HandlersOf<'customer'> {
  private displayed: DisplayedSale | null = null
  private testUntil: number | null = null
  private cancelNext = () => {}
  private lastView: CustomerView

  constructor(
    private readonly parts: {
      clock: Clock
      withEngine: WithEngine
      settings: () => Pick<
        Settings,
        'production' | 'active' | 'display' | 'shop' | 'customerWindow'
      >
      /** Null while the till does not sell: then the customer is shown nothing of any sale. */
      facts: () => CustomerFacts | null
      changed: (view: CustomerView) => void
      /** The cashier opens a sale, or leaves it (null). */
      shown: (sale: Payment | null) => void
    },
  ) {
    this.lastView = this.now()
  }

  view(): Result<CustomerView> {
    return success(this.now())
  }

  /** The cashier opens a sale with the customer before it, or leaves it (null). */
  async showSale({ paymentId }: { paymentId: string | null }): Promise<Result<null>> {
    const found = await this.parts.withEngine(engine => {
      engine.poller.showing(paymentId)
      const sale = paymentId === null ? null : engine.ledger.find(paymentId)
      return paymentId === null || sale ? success(sale) : failure('no-such-sale', paymentId)
    })
    // Also after a failure: the sale shown before is no longer this customer's.
    this.show(found.ok ? found.value : null)
    return found.ok || paymentId === null ? success(null) : found
  }

  /** Shows a test picture for a few seconds. */
  showTest(): Result<null> {
    this.testUntil = this.parts.clock.monotonic() + testShownMs
    this.refresh()
    return success(null)
  }

  now(): CustomerView {
    const settings = this.parts.settings()
    const { display, shop, customerWindow } = settings
    const { language } = customerWindow
    return {
      shop: shop.name,
      language: language === 'till' ? display.language : language,
      theme: display.theme,
      mode: modeOf(settings),
      scene: this.scene(),
    }
  }

  show(sale: Payment | null): void {
    if (sale === null) this.displayed = null
    // The same one again (a window reloaded) changes nothing.
    else if (this.displayed?.sale.id !== sale.id)
      this.displayed = { sale, watched: isOpen(sale), overAt: null }
    if (this.displayed !== null) this.testUntil = null
    this.parts.shown(sale)
    this.refresh()
  }

  saleChanged(sale: Payment): void {
    this.displayed = takeNews(this.displayed, sale, this.parts.clock.monotonic())
    this.refresh()
  }

  /** The stage, the settings or the service's clock changed. */
  tillChanged(): void {
    this.refresh()
  }

  stop(): void {
    this.cancelNext()
  }

  private scene(): CustomerScene {
    const { testUntil } = this
    const now = this.parts.clock.monotonic()
    const facts = this.parts.facts()
    const sale = displayedSale(this.displayed, now)
    if (facts !== null && sale !== null) return customerView(sale, facts)
    return testUntil !== null && now < testUntil ? { name: 'test' } : { name: 'idle' }
  }

  private refresh(): void {
    this.planNext()
    const next = this.now()
    if (isDeepStrictEqual(next, this.lastView)) return
    this.lastView = next
    this.parts.changed(next)
  }

  /** Refreshes when a result or a test picture has been there long enough. */
  private planNext(): void {
    const { clock } = this.parts
    this.cancelNext()
    const now = clock.monotonic()
    const ends = [this.displayed && resultEnds(this.displayed), this.testUntil].filter(
      end => end !== null && end > now,
    )
    if (ends.length > 0)
      this.cancelNext = clock.after(Math.min(...(ends as number[])) - now, () => this.refresh())
  }
}

function modeOf({ active, production }: Pick<Settings, 'active' | 'production'>): TillMode | null {
  if (active !== 'production') return active
  return isPlainHttp(production.address) ? 'plainHttp' : null
}

/** The sale that the cashier has on the screen, as far as the customer's window follows it. */
interface DisplayedSale {
  sale: Payment
  /**
   * It has been open since it was displayed. One that was over already is another customer's, looked
   * up later: the present customer is shown nothing of it.
   */
  watched: boolean
  /** When it was over, on the monotonic clock, ms; null while it is open. */
  overAt: number | null
}

/** How long a customer reads how their payment ended, ms, unless the next sale comes first. */
const resultShownMs = 30_000

/** A sale changed; ignored unless it is the sale on the display. `now` is the monotonic clock, ms. */
function takeNews(before: DisplayedSale | null, sale: Payment, now: number): DisplayedSale | null {
  if (before === null || before.sale.id !== sale.id) return before
  if (isOpen(sale)) return { ...before, sale, overAt: null }
  // A word without a meaning was no result: what follows it is (money rule 6).
  const isResult = before.overAt === null || (isUnclear(before.sale) && !isUnclear(sale))
  return { ...before, sale, overAt: isResult ? now : before.overAt }
}

/** The sale to show to the customer at a moment of the monotonic clock, or null. */
function displayedSale(front: DisplayedSale | null, now: number): Payment | null {
  if (!front?.watched) return null
  const ends = resultEnds(front)
  return ends !== null && now >= ends ? null : front.sale
}

/** When its result is no longer shown, on the monotonic clock, ms; null while it has none. */
function resultEnds({ overAt }: DisplayedSale): number | null {
  return overAt === null ? null : overAt + resultShownMs
}
