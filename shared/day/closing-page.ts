import type { Language } from '../language'
import type { CashUp } from './cash-up'

/** A closing as it goes to paper. */
export interface ClosingView {
  language: Language
  cashUp: CashUp
  /** Wall clock, ms: a copy says when it was made; null on the original. */
  copiedAt: number | null
}

/** What the closing's page offers to main, which is all that it does. */
export interface ClosingPage {
  /** Shows a closing; resolves once it is drawn, its letters included. */
  show(view: ClosingView): Promise<void>
}

/** The name under which the closing's page offers itself to main. */
export const closingPageName = 'kauntaClosing'
