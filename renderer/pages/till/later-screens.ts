import { ApprovalDialog } from '../../features/access/approval-dialog'
import { ClosedScreen } from '../../features/access/closed-screen'
import { SignInScreen } from '../../features/access/sign-in-screen'
import { CashUpScreen } from '../../features/cash-up/cash-up-screen'
import { ClosedDayScreen } from '../../features/cash-up/closed-day-screen'
import { DayScreen } from '../../features/cash-up/day-screen'
import { PastScreen } from '../../features/cash-up/past-screen'
import { ShiftScreen } from '../../features/cash-up/shift-screen'
import { ShopDayScreen } from '../../features/cash-up/shop-day-screen'
import { CustomersScreen } from '../../features/customers/customers-screen'
import { DidItGoThrough } from '../../features/history/did-it-go-through'
import { HistoryScreen } from '../../features/history/history-screen'
import { OtherTillScreen } from '../../features/history/other-till-screen'
import { PaymentsScreen } from '../../features/history/payments-screen'
import { FirstRunScreen } from '../../features/onboarding/first-run-screen'
import { HelpScreen } from '../../features/onboarding/help-screen'
import { LiveScreen } from '../../features/payment/live-payment'
import { BlockedScreen } from '../../features/recovery/blocked-screen'
import { NotConnectedScreen } from '../../features/recovery/not-connected-screen'
import { RecoveredScreen } from '../../features/recovery/recovered-screen'
import { RestoredHold } from '../../features/recovery/restored-hold'
import { ConnectionForm } from '../../features/settings/service/connection-tab'
import { SettingsScreen } from '../../features/settings/settings-screen'
import { RecoveryCodePrompt } from '../../features/settings/support/recovery-code'
import { RestoreDialog } from '../../features/settings/support/restore-dialog'
import { addAllTexts } from '../../i18n/all-texts'
import { SetUp } from '../../layout/set-up-card'

addAllTexts()

/** Every screen but Charge: one script, loaded behind the first screen or with it where it is another. */
export const laterScreens = {
  ApprovalDialog,
  ClosedScreen,
  SignInScreen,
  CashUpScreen,
  ClosedDayScreen,
  DayScreen,
  PastScreen,
  ShiftScreen,
  ShopDayScreen,
  CustomersScreen,
  DidItGoThrough,
  HistoryScreen,
  OtherTillScreen,
  PaymentsScreen,
  FirstRunScreen,
  HelpScreen,
  LiveScreen,
  BlockedScreen,
  NotConnectedScreen,
  RecoveredScreen,
  RestoredHold,
  RecoveryCodePrompt,
  RestoreDialog,
  ConnectionForm,
  SettingsScreen,
  SetUp,
}
