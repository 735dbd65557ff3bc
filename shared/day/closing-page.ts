import type { Language } from '../language'
import type { Paper } from '../settings/receipts'
import type { CashUp } from './cash-up'
import type { ShiftReport } from './shift-report'

interface DrawnDay {
  language: Language
  paper: Paper
}

/** A closing as it goes to paper. */
interface CashUpView extends DrawnDay {
  cashUp: CashUp
  /** Wall clock, ms: a copy says when it was made; null on the original. */
  copiedAt: number | null
}

/** A shift report as it goes to paper. */
interface ShiftView extends DrawnDay {
  shift: ShiftReport
}

/** The recovery code, for the safe. */
interface RecoveryCodeView extends DrawnDay {
  recoveryCode: string
  shop: string
  till: string
  /** Wall clock, ms. */
  madeAt: number
}

/** What the closing's page draws. */
export type ClosingView = CashUpView | ShiftView | RecoveryCodeView

/** The name under which the closing's page offers itself to main. */
export const closingPageName = 'kauntaClosing'
