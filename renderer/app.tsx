import { useTranslation } from 'react-i18next'
import { Rail } from './frame/rail'
import { Shell } from './frame/shell'
import { Trouble } from './frame/trouble'
import { Loading } from './parts/loading'
import { BlockedScreen } from './screens/blocked/blocked-screen'
import { NotConnectedScreen } from './screens/blocked/not-connected-screen'
import { RecoveredScreen } from './screens/blocked/recovered-screen'
import { ChargeScreen } from './screens/charge/charge-screen'
import { CashUpScreen } from './screens/day/cash-up-screen'
import { ClosedDayScreen } from './screens/day/closed-day-screen'
import { DayScreen } from './screens/day/day-screen'
import { PastScreen } from './screens/day/past-screen'
import { FirstRunScreen } from './screens/first-run/first-run-screen'
import { HelpScreen } from './screens/help/help-screen'
import { LiveScreen } from './screens/live/live-screen'
import { LockedScreen } from './screens/locked/locked-screen'
import { PaymentsScreen } from './screens/payments/payments-screen'
import { StoryScreen } from './screens/payments/story-screen'
import { QuickLook } from './screens/quick-look/quick-look'
import { SettingsScreen } from './screens/settings/settings-screen'
import { ApprovalDialog } from './screens/staff/approval-dialog'
import { IdleWatch } from './screens/staff/idle-watch'
import { SignInScreen } from './screens/staff/sign-in-screen'
import { StaffTroubleScreen } from './screens/staff/staff-trouble-screen'
import { useTill, useTillStore } from './state/till-store'
import { useDisplay } from './state/use-display'
import { useView } from './state/view-store'

/** The window: nothing is shown before main has said how the till stands. */
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
  if (stage.name === 'first-run') return <FirstRunScreen />
  if (stage.name === 'locked') return <LockedScreen />
  if (stage.name === 'selling' && readBack)
    return (
      <Shell>
        <RecoveredScreen sales={readBack} />
      </Shell>
    )
  if (stage.name === 'selling')
    return (
      <Shell beside={<Rail />}>
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
      {stage.name === 'blocked' ? (
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
      return <PaymentsScreen list={view.list ?? 'all'} />
    case 'story':
      return <StoryScreen saleId={view.saleId} />
    case 'day':
      return <DayScreen />
    case 'cashUp':
      return <CashUpScreen />
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
