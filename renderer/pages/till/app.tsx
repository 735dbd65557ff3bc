import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { IdleWatch } from '../../features/access/idle-watch'
import { ChargeScreen } from '../../features/charge/charge-screen'
import { useNumberKeys } from '../../hooks/use-number-keys'
import { useLanguage } from '../../i18n/i18n'
import { Trouble } from '../../layout/error-boundary'
import { RecentPayments } from '../../layout/recent-payments'
import { Shell, TillWindow } from '../../layout/shell'
import { useMode, useTill, useTillStore } from '../../stores/till-store'
import { useView, type View } from '../../stores/view-store'
import { Loading } from '../../ui/loading'
import { followTheme, markMode } from '../../ui/theme/theme'
import { Later, type Screens } from './later'

/** The window: nothing is shown before main has sent the till's state. */
export function App() {
  const { t } = useTranslation()
  const spoken = useDisplay()
  const ready = useTillStore(store => store.till !== null) && spoken
  const failure = useTillStore(store => store.failure)
  useNumberKeys()
  if (ready)
    return (
      <TillWindow>
        <AtTill />
        <Later behind>
          {({ GuideDialog, ShortcutsDialog }) => (
            <>
              <GuideDialog />
              <ShortcutsDialog />
            </>
          )}
        </Later>
      </TillWindow>
    )
  if (failure) return <Trouble kind="cannotStart" detail={failure.message} />
  return <Loading text={t('app.loading')} />
}

/** Who is at the till decides whether anything of it is shown. */
function AtTill() {
  const staff = useTill(state => state.staff)
  if (staff.state === 'closed')
    return (
      <Later>
        {({ ClosedScreen, RestoreDialog }) => (
          <ClosedScreen reason={staff.reason} restoreDialog={RestoreDialog} />
        )}
      </Later>
    )
  if (staff.state === 'signed-out')
    return (
      <Later>
        {({ SignInScreen, ProofDialog }) => (
          <>
            <SignInScreen {...staff} />
            <ProofDialog />
          </>
        )}
      </Later>
    )
  if (staff.state === 'none') return <Till />
  return (
    <>
      <Till />
      <IdleWatch />
      <Later behind>{({ ApprovalDialog }) => <ApprovalDialog />}</Later>
    </>
  )
}

/** The stage, the recovery code where it was made just now, and the proof of an owner: both may come at any stage. */
function Till() {
  return (
    <>
      <StageScreen />
      <Later behind>
        {({ RecoveryCodePrompt, ProofDialog }) => (
          <>
            <RecoveryCodePrompt />
            <ProofDialog />
          </>
        )}
      </Later>
    </>
  )
}

/** What the till can do at this moment decides what the window is. */
function StageScreen() {
  const { t } = useTranslation()
  const stage = useTill(state => state.stage)
  const readBack = useTill(state => state.recovery.readBack)
  // Neither needs a counter that sells.
  const elsewhere = useView(({ view }) => view.name === 'settings' || view.name === 'help')
  if (stage.name === 'first-run')
    return (
      <Later>
        {({ FirstRunScreen, ConnectionTab, RestoreDialog, OwnersViewDialog }) => (
          <FirstRunScreen
            connectionForm={ConnectionTab}
            restoreDialog={RestoreDialog}
            ownersViewDialog={OwnersViewDialog}
          />
        )}
      </Later>
    )
  if (stage.name === 'owners-view')
    return <Later>{({ OwnersViewScreen }) => <OwnersViewScreen />}</Later>
  // For a moment, until the connection of a till that was just opened is open too.
  if (stage.name === 'locked') return <Loading text={t('app.loading')} />
  if (stage.name === 'selling' && readBack)
    return (
      <Shell>
        <Later>{({ RecoveredScreen }) => <RecoveredScreen payments={readBack} />}</Later>
      </Shell>
    )
  if (stage.name === 'selling')
    return (
      <Shell
        aside={
          <RecentPayments>
            <Later behind>{({ SetUp }) => <SetUp />}</Later>
          </RecentPayments>
        }
      >
        <Place />
        <Later behind>
          {({ DidItGoThrough, FloatPrompt }) => (
            <>
              <DidItGoThrough />
              <FloatPrompt />
            </>
          )}
        </Later>
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
      <Later>
        {({ RestoredHold, BlockedScreen, NotConnectedScreen }) =>
          stage.name === 'blocked' && stage.copy ? (
            <RestoredHold copy={stage.copy} />
          ) : stage.name === 'blocked' ? (
            <BlockedScreen {...stage} />
          ) : (
            <NotConnectedScreen />
          )
        }
      </Later>
    </Shell>
  )
}

function Place() {
  const view = useView(store => store.view)
  if (view.name === 'charge') return <ChargeScreen />
  return <Later>{screens => placeOf(view, screens)}</Later>
}

function placeOf(view: Exclude<View, { name: 'charge' }>, screens: Screens) {
  switch (view.name) {
    case 'live':
      return <screens.LiveScreen paymentId={view.paymentId} />
    case 'payments':
      return <screens.PaymentsScreen view={view} />
    case 'history':
      return <screens.HistoryScreen paymentId={view.paymentId} />
    case 'otherTill':
      return <screens.OtherTillScreen from={view.till} paymentId={view.paymentId} />
    case 'customers':
      return <screens.CustomersScreen />
    case 'day':
      return <screens.DayScreen />
    case 'shopDay':
      return <screens.ShopDayScreen />
    case 'cashUp':
      return <screens.CashUpScreen />
    case 'shift':
      return <screens.ShiftScreen />
    case 'pastCashUps':
      return <screens.PastScreen />
    case 'closedDay':
      return <screens.ClosedDayScreen number={view.number} />
    case 'settings':
      return <screens.SettingsScreen tab={view.tab} />
    case 'help':
      return <screens.HelpScreen />
  }
}

/** Puts the chosen colours, language and connection on the page as a whole. False until the language is there. */
function useDisplay(): boolean {
  const theme = useTillStore(store => store.till?.settings.display.theme ?? 'system')
  const language = useTillStore(store => store.till?.settings.display.language ?? 'en')
  const textSize = useTillStore(store => store.till?.settings.display.textSize ?? '100')
  const mode = useMode()
  const spoken = useLanguage(language)
  useEffect(() => followTheme(theme), [theme])
  useEffect(() => {
    document.documentElement.dataset.textSize = textSize
  }, [textSize])
  useEffect(() => markMode(mode), [mode])
  return spoken
}
