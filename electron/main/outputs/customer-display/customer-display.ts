import { isDeepStrictEqual } from 'node:util'
import { isPlainHttp } from '../../../../shared/connection'
import type { CustomerScene, CustomerView, TillMode } from '../../../../shared/customer-view'
import { isOpen, isUnclear } from '../../../../shared/payment/actions'
import type { Sale } from '../../../../shared/payment/sale'
import type { Settings } from '../../../../shared/settings'
import type { Clock } from '../../platform/clock'
import { type CustomerFacts, customerView } from './customer-scene'

/** What the customer's window shows: it follows the one sale that the cashier has on the screen. */
export interface CustomerDisplay {
  view(): CustomerView
  /** The cashier opens a sale with the customer before it, or leaves it (null). */
  showSale(sale: Sale | null): void
  /** Shows a test picture for a few seconds. */
  showTest(): void
  saleChanged(sale: Sale): void
  /** The stage, the settings or the service's clock changed. */
  tillChanged(): void
  stop(): void
}

interface CustomerDisplayDeps {
  clock: Clock
  settings: () => Pick<Settings, 'production' | 'active' | 'display' | 'shop' | 'customerWindow'>
  /** Null while the till does not sell: then the customer is shown nothing of any sale. */
  moment: () => CustomerFacts | null
  changed: (view: CustomerView) => void
}

/** How long the owner looks at a test picture, ms. */
const testShownMs = 15_000

/** Idle until a sale is put in front. Tells `changed` whenever something else is to be seen. */
export function createCustomerDisplay(deps: CustomerDisplayDeps): CustomerDisplay {
  const { clock } = deps
  let front: DisplayedSale | null = null
  let testUntil: number | null = null
  let cancelNext = () => {}
  let told = view()

  function view(): CustomerView {
    const settings = deps.settings()
    const { display, shop, customerWindow } = settings
    const { language } = customerWindow
    return {
      shop: shop.name,
      language: language === 'till' ? display.language : language,
      theme: display.theme,
      mode: modeOf(settings),
      scene: scene(),
    }
  }

  function scene(): CustomerScene {
    const now = clock.monotonic()
    const moment = deps.moment()
    const sale = displayedSale(front, now)
    if (moment !== null && sale !== null) return customerView(sale, moment)
    return testUntil !== null && now < testUntil ? { name: 'test' } : { name: 'idle' }
  }

  function tell(): void {
    planNext()
    const next = view()
    if (isDeepStrictEqual(next, told)) return
    told = next
    deps.changed(next)
  }

  /** Tells again when a result or a test picture has been there long enough. */
  function planNext(): void {
    cancelNext()
    const now = clock.monotonic()
    const ends = [front && resultEnds(front), testUntil].filter(end => end !== null && end > now)
    if (ends.length > 0) cancelNext = clock.after(Math.min(...(ends as number[])) - now, tell)
  }

  return {
    view,
    showSale(sale) {
      front = sale === null ? null : displaySale(front, sale)
      if (front !== null) testUntil = null
      tell()
    },
    showTest() {
      testUntil = clock.monotonic() + testShownMs
      tell()
    },
    saleChanged(sale) {
      front = takeNews(front, sale, clock.monotonic())
      tell()
    },
    tillChanged: tell,
    stop: () => cancelNext(),
  }
}

function modeOf({ active, production }: Pick<Settings, 'active' | 'production'>): TillMode | null {
  if (active !== 'production') return active
  return isPlainHttp(production.address) ? 'plainHttp' : null
}

/** The sale that the cashier has on the screen, as far as the customer's window follows it. */
export interface DisplayedSale {
  sale: Sale
  /**
   * It has been open since it was put in front. One that was over already is somebody else's, looked
   * up later: the customer who is there now is shown nothing of it.
   */
  watched: boolean
  /** When it was over, on the monotonic clock, ms; null while it is open. */
  overAt: number | null
}

/** How long a customer reads how their payment ended, ms, unless the next sale comes first. */
const resultShownMs = 30_000

/** The cashier opens a sale. The same one again (a window reloaded) changes nothing. */
export function displaySale(before: DisplayedSale | null, sale: Sale): DisplayedSale {
  if (before?.sale.id === sale.id) return before
  return { sale, watched: isOpen(sale), overAt: null }
}

/** News of a sale: of another one than that in front it is none. `now` is the monotonic clock, ms. */
export function takeNews(
  before: DisplayedSale | null,
  sale: Sale,
  now: number,
): DisplayedSale | null {
  if (before === null || before.sale.id !== sale.id) return before
  if (isOpen(sale)) return { ...before, sale, overAt: null }
  // A word without a meaning was no result: what follows it is (money rule 6).
  const isResult = before.overAt === null || (isUnclear(before.sale) && !isUnclear(sale))
  return { ...before, sale, overAt: isResult ? now : before.overAt }
}

/** The sale to show to the customer at a moment of the monotonic clock, or null. */
export function displayedSale(front: DisplayedSale | null, now: number): Sale | null {
  if (!front?.watched) return null
  const ends = resultEnds(front)
  return ends !== null && now >= ends ? null : front.sale
}

/** When its result is no longer shown, on the monotonic clock, ms; null while it has none. */
export function resultEnds({ overAt }: DisplayedSale): number | null {
  return overAt === null ? null : overAt + resultShownMs
}
