import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ApprovalDialog } from '../../features/access/approval-dialog'
import { IdleWatch } from '../../features/access/idle-watch'
import { LockedScreen } from '../../features/access/locked-screen'
import { SignInScreen } from '../../features/access/sign-in-screen'
import { StaffTroubleScreen } from '../../features/access/staff-trouble-screen'
import { CashUpScreen } from '../../features/cash-up/cash-up-screen'
import { ClosedDayScreen } from '../../features/cash-up/closed-day-screen'
import { DayScreen } from '../../features/cash-up/day-screen'
import { PastScreen } from '../../features/cash-up/past-screen'
import { ShiftScreen } from '../../features/cash-up/shift-screen'
import { ShopDayScreen } from '../../features/cash-up/shop-day-screen'
import { ChargeScreen } from '../../features/charge/charge-screen'
import { CustomersScreen } from '../../features/customers/customers-screen'
import { QuickLook } from '../../features/history/did-it-go-through'
import { HistoryScreen } from '../../features/history/history-screen'
import { OtherTillScreen } from '../../features/history/other-till-screen'
import { PaymentsScreen } from '../../features/history/payments-screen'
import { FirstRunScreen } from '../../features/onboarding/first-run-screen'
import { HelpScreen } from '../../features/onboarding/help-screen'
import { LiveScreen } from '../../features/payment/live-screen'
import { BlockedScreen } from '../../features/recovery/blocked-screen'
import { NotConnectedScreen } from '../../features/recovery/not-connected-screen'
import { RecoveredScreen } from '../../features/recovery/recovered-screen'
import { RestoredHold } from '../../features/recovery/restored-hold'
import { SettingsChanged } from '../../features/recovery/settings-changed'
import { RestoreDialog } from '../../features/settings/backup/restore-dialog'
import { ConnectionForm } from '../../features/settings/service/connection-form'
import { SettingsScreen } from '../../features/settings/settings-screen'
import { speak } from '../../i18n/i18n'
import { Trouble } from '../../layout/error-boundary'
import { RecentPayments } from '../../layout/recent-payments'
import { Shell } from '../../layout/shell'
import { useTill, useTillStore } from '../../stores/till-store'
import { useMode } from '../../stores/use-mode'
import { useView } from '../../stores/view-store'
import { Loading } from '../../ui/loading'
import { followTheme, markMode } from '../../ui/theme/theme'

/** The window: nothing is shown before main has sent the till's state. */
export function App() {
  const { t } = useTranslation()
  useDisplay()
  const ready = useTillStore(store => store.till !== null)
  const failure = useTillStore(store => store.failure)
  if (ready) return <AtTill />
  if (failure) return <Trouble kind="cannotStart" detail={failure.message} />
  return <Loading text={t('app.loading')} />
}

/** Who is at the till decides whether anything of it is shown. */
function AtTill() {
  const staff = useTill(state => state.staff)
  if (staff.state === 'trouble')
    return staff.reason === 'locked' ? (
      <LockedScreen />
    ) : (
      <StaffTroubleScreen reason={staff.reason} />
    )
  if (staff.state === 'signed-out') return <SignInScreen why={staff.why} watched={staff.watched} />
  if (staff.state === 'none') return <Till />
  return (
    <>
      <Till />
      <IdleWatch />
      <ApprovalDialog />
    </>
  )
}

/** What the till can do at this moment decides what the window is. */
function Till() {
  const stage = useTill(state => state.stage)
  const readBack = useTill(state => state.recovery.readBack)
  // Neither needs a counter that sells.
  const elsewhere = useView(({ view }) => view.name === 'settings' || view.name === 'help')
  if (stage.name === 'first-run')
    return <FirstRunScreen connectionForm={ConnectionForm} restoreDialog={RestoreDialog} />
  if (stage.name === 'locked') return <LockedScreen />
  if (stage.name === 'selling' && readBack)
    return (
      <Shell>
        <RecoveredScreen sales={readBack} />
      </Shell>
    )
  if (stage.name === 'selling')
    return (
      <Shell aside={<RecentPayments />}>
        <Place />
        <QuickLook />
      </Shell>
    )
  if (elsewhere)
    return (
      <Shell>
        <Place />
      </Shell>
    )
  return (
    <Shell>
      {stage.name === 'blocked' && stage.reason === 'settings-changed' ? (
        <SettingsChanged changes={stage.changes ?? []} />
      ) : stage.name === 'blocked' && stage.copy ? (
        <RestoredHold copy={stage.copy} />
      ) : stage.name === 'blocked' ? (
        <BlockedScreen {...stage} />
      ) : (
        <NotConnectedScreen kind={stage.kind} />
      )}
    </Shell>
  )
}

function Place() {
  const view = useView(store => store.view)
  switch (view.name) {
    case 'charge':
      return <ChargeScreen />
    case 'live':
      return <LiveScreen saleId={view.saleId} />
    case 'payments':
      return <PaymentsScreen list={view.list ?? 'all'} days={view.days} />
    case 'history':
      return <HistoryScreen saleId={view.saleId} />
    case 'otherTill':
      return <OtherTillScreen from={view.till} saleId={view.saleId} />
    case 'customers':
      return <CustomersScreen />
    case 'day':
      return <DayScreen />
    case 'shopDay':
      return <ShopDayScreen />
    case 'cashUp':
      return <CashUpScreen />
    case 'shift':
      return <ShiftScreen />
    case 'pastCashUps':
      return <PastScreen />
    case 'closedDay':
      return <ClosedDayScreen number={view.number} />
    case 'settings':
      return <SettingsScreen tab={view.tab} />
    case 'help':
      return <HelpScreen />
  }
}

/** Puts the chosen colours, language and connection on the page as a whole. */
function useDisplay(): void {
  const theme = useTillStore(store => store.till?.settings.display.theme ?? 'system')
  const language = useTillStore(store => store.till?.settings.display.language)
  const textSize = useTillStore(store => store.till?.settings.display.textSize ?? '100')
  const mode = useMode()
  useEffect(() => followTheme(theme), [theme])
  useEffect(() => {
    if (language) speak(language)
  }, [language])
  useEffect(() => {
    document.documentElement.dataset.textSize = textSize
  }, [textSize])
  useEffect(() => markMode(mode), [mode])
}
