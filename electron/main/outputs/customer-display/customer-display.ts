import { isDeepStrictEqual } from 'node:util'
import { isPlainHttp } from '../../../../shared/connection'
import type { CustomerScene, CustomerView, TillMode } from '../../../../shared/customer-view'
import type { Sale } from '../../../../shared/payment/sale'
import type { Settings } from '../../../../shared/settings'
import type { Clock } from '../../platform/clock'
import { type CustomerFacts, customerView } from './customer-scene'
import {
  type DisplayedSale,
  displayedSale,
  displaySale,
  resultEnds,
  takeNews,
} from './displayed-sale'

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
