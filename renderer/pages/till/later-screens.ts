import { addAllTexts } from '../../i18n/all-texts'
import { giveFailuresText } from '../../ui/failure-notice'
import { FailureText } from '../../ui/failure-text'

addAllTexts()
giveFailuresText(FailureText)

/** Every screen but Charge: one script, loaded behind the first screen or with it where it is another. */
export { ApprovalDialog } from '../../features/access/approval-dialog'
export { ClosedScreen } from '../../features/access/closed-screen'
export { ProofDialog } from '../../features/access/proof-dialog'
export { SignInScreen } from '../../features/access/sign-in-screen'
export { CashUpScreen } from '../../features/cash-up/cash-up-screen'
export { ClosedDayScreen } from '../../features/cash-up/closed-day-screen'
export { DayScreen } from '../../features/cash-up/day-screen'
export { FloatPrompt } from '../../features/cash-up/float-prompt'
export { PastScreen } from '../../features/cash-up/past-screen'
export { ShiftScreen } from '../../features/cash-up/shift-screen'
export { OwnersViewScreen, ShopDayScreen } from '../../features/cash-up/shop-day-screen'
export { CustomersScreen } from '../../features/customers/customers-screen'
export { GuideDialog } from '../../features/help/guide-dialog'
export { HelpScreen } from '../../features/help/help-screen'
export { ShortcutsDialog } from '../../features/help/shortcuts-list'
export { DidItGoThrough } from '../../features/history/did-it-go-through'
export { HistoryScreen } from '../../features/history/history-screen'
export { OtherTillScreen } from '../../features/history/other-till-screen'
export { PaymentsScreen } from '../../features/history/payments-screen'
export { FirstRunScreen } from '../../features/onboarding/first-run-screen'
export { LiveScreen } from '../../features/payment/live-payment'
export {
  BlockedScreen,
  NotConnectedScreen,
  RestoredHold,
} from '../../features/recovery/blocked-screen'
export { RecoveredScreen } from '../../features/recovery/recovered-screen'
export { ConnectionTab } from '../../features/settings/service/connection-tab'
export { OwnersViewDialog } from '../../features/settings/service/owners-view-dialog'
export { SettingsScreen } from '../../features/settings/settings-screen'
export { RecoveryCodePrompt } from '../../features/settings/support/recovery-code'
export { RestoreDialog } from '../../features/settings/support/restore-dialog'
export { SetUp } from '../../layout/set-up-card'
