import type { Language } from '../language'
import type { Paper } from '../settings/receipts'
import type { CashUp } from './cash-up'

/** A closing as it goes to paper. */
export interface ClosingView {
  language: Language
  paper: Paper
  cashUp: CashUp
  /** Wall clock, ms: a copy says when it was made; null on the original. */
  copiedAt: number | null
}

/** The name under which the closing's page offers itself to main. */
export const closingPageName = 'kauntaClosing'
