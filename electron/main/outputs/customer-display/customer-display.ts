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
 * What the customer's window shows: it follows the one payment that the cashier has on the screen. Idle until there is
 * one; `changed` is called whenever something else is to be seen.
 */
export class CustomerDisplay implements HandlersOf<'customer'> {
  private displayed: DisplayedPayment | null = null
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
      /** Null while the till does not sell: then the customer is shown nothing of any payment. */
      facts: () => CustomerFacts | null
      changed: (view: CustomerView) => void
      /** The cashier opens a payment, or leaves it (null). */
      shown: (payment: Payment | null) => void
    },
  ) {
    this.lastView = this.now()
  }

  view(): Result<CustomerView> {
    return success(this.now())
  }

  /** The cashier opens a payment with the customer before it, or leaves it (null). */
  async showPayment({ paymentId }: { paymentId: string | null }): Promise<Result<null>> {
    const found = await this.parts.withEngine(engine => {
      engine.poller.showing(paymentId)
      const payment = paymentId === null ? null : engine.ledger.find(paymentId)
      return paymentId === null || payment
        ? success(payment)
        : failure('no-such-payment', paymentId)
    })
    // Also after a failure: the payment shown before is no longer this customer's.
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
      number: shop.shownNumber,
      language: language === 'till' ? display.language : language,
      theme: display.theme,
      mode: modeOf(settings),
      scene: this.scene(),
    }
  }

  show(payment: Payment | null): void {
    if (payment === null) this.displayed = null
    // The same one again (a window reloaded) changes nothing.
    else if (this.displayed?.payment.id !== payment.id)
      this.displayed = { payment, watched: isOpen(payment), overAt: null }
    if (this.displayed !== null) this.testUntil = null
    this.parts.shown(payment)
    this.refresh()
  }

  paymentChanged(payment: Payment): void {
    this.displayed = takeNews(this.displayed, payment, this.parts.clock.monotonic())
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
    const payment = displayedPayment(this.displayed, now)
    if (facts !== null && payment !== null) return customerView(payment, facts)
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

/** The payment that the cashier has on the screen, as far as the customer's window follows it. */
interface DisplayedPayment {
  payment: Payment
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

/** A payment changed; ignored unless it is the payment on the display. `now` is the monotonic clock, ms. */
function takeNews(
  before: DisplayedPayment | null,
  payment: Payment,
  now: number,
): DisplayedPayment | null {
  if (before === null || before.payment.id !== payment.id) return before
  if (isOpen(payment)) return { ...before, payment, overAt: null }
  // A word without a meaning was no result: what follows it is (money rule 6).
  const isResult = before.overAt === null || (isUnclear(before.payment) && !isUnclear(payment))
  return { ...before, payment, overAt: isResult ? now : before.overAt }
}

/** The payment to show to the customer at a moment of the monotonic clock, or null. */
function displayedPayment(front: DisplayedPayment | null, now: number): Payment | null {
  if (!front?.watched) return null
  const ends = resultEnds(front)
  return ends !== null && now >= ends ? null : front.payment
}

/** When its result is no longer shown, on the monotonic clock, ms; null while it has none. */
function resultEnds({ overAt }: DisplayedPayment): number | null {
  return overAt === null ? null : overAt + resultShownMs
}
