import { Tabs } from 'radix-ui'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useTill } from '../../stores/till-store'
import { useMay } from '../../stores/use-staff'
import { type SettingsTab, show } from '../../stores/view-store'
import { Icon } from '../../ui/icons/icon'
import { Notice } from '../../ui/notice'
import { PageTitle } from '../../ui/page'
import { CustomersTab } from './customers/customers-tab'
import { RecordTab } from './people/record-tab'
import { RetentionTab } from './people/retention-tab'
import { StaffTab } from './people/staff-tab'
import { AlertsTab } from './screen/alerts-tab'
import { DisplayTab } from './screen/display-tab'
import { ChargingTab } from './selling/charging-tab'
import { CustomerTab } from './selling/customer-tab'
import { TimeoutsTab } from './selling/patience-tab'
import { ConnectionTab } from './service/connection-tab'
import { WordsTab } from './service/words-tab'
import styles from './settings-screen.module.css'
import { ReceiptsTab } from './shop/receipts-tab'
import { ShopTab } from './shop/shop-tab'

const panels: Record<SettingsTab, () => ReactNode> = {
  connection: ConnectionTab,
  shop: ShopTab,
  receipts: ReceiptsTab,
  charging: ChargingTab,
  customers: CustomersTab,
  retention: RetentionTab,
  timeouts: TimeoutsTab,
  words: WordsTab,
  staff: StaffTab,
  record: RecordTab,
  display: DisplayTab,
  alerts: AlertsTab,
  customer: CustomerTab,
}

/** What a cashier may look at and change as well. */
const openToAll: readonly SettingsTab[] = ['display', 'alerts', 'customers']

/** What the owner sets: the service, the shop, what its words mean, how the till looks. */
export function SettingsScreen({ tab }: { tab: SettingsTab }) {
  const { t } = useTranslation()
  const isOwner = useMay('owner')
  const isOpen = (name: SettingsTab) => isOwner || openToAll.includes(name)
  const all = useTabs()
  const tabs = all.filter(isOpen)
  const locked = all.filter(name => !isOpen(name)).map(name => t(`settings.tab.${name}`))
  const shown = tabs.includes(tab) ? tab : isOwner ? 'connection' : 'display'
  const Panel = panels[shown]
  const version = useTill(state => state.version)
  const row = useChosenInSight(shown)
  return (
    <Tabs.Root
      className={styles.settings}
      value={shown}
      onValueChange={next => show({ name: 'settings', tab: next as SettingsTab })}
    >
      <div className={styles.head}>
        <PageTitle className={styles.title}>{t('settings.title')}</PageTitle>
        <small>{t('settings.version', { version })}</small>
      </div>
      <Tabs.List ref={row} className={styles.tabs} aria-label={t('settings.title')}>
        {tabs.map(name => (
          <Tabs.Trigger key={name} value={name} className={styles.tab}>
            {t(`settings.tab.${name}`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content key={shown} value={shown} className={styles.panel}>
        <SettingsNotice />
        <RecoveredNotice />
        <Panel />
        {locked.length > 0 && <LockedTabs names={locked} />}
      </Tabs.Content>
    </Tabs.Root>
  )
}

/** Named, and away from what is open: nobody takes the reason for one about the settings above it. */
function LockedTabs({ names }: { names: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <p className={styles.locked}>
      <Icon name="lock" size="s" />
      <span>{t('staff.reason', { tabs: names.join(', ') })}</span>
    </p>
  )
}

/**
 * With large text the row is longer than the window, and what is chosen may be out of sight in it:
 * when it was chosen elsewhere, and when the window, the size of the text or the language changes.
 */
function useChosenInSight(chosen: SettingsTab): RefObject<HTMLDivElement | null> {
  const row = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another tab is shown
  useEffect(() => {
    const list = row.current
    if (!list) return
    const look = () =>
      list
        .querySelector('[aria-selected="true"]')
        ?.scrollIntoView({ block: 'nearest', inline: 'center' })
    const observer = new ResizeObserver(look)
    for (const element of [list, ...list.children]) observer.observe(element)
    return () => observer.disconnect()
  }, [chosen])
  return row
}

function useTabs(): readonly SettingsTab[] {
  const active = useTill(state => state.active)
  const selling = useTill(state => state.stage.name === 'selling')
  const tabs: SettingsTab[] = ['connection', 'shop', 'charging', 'receipts', 'timeouts']
  // The book is in the ledger: it is there while the till sells.
  if (selling) tabs.push('customers')
  if (active !== null) tabs.push('words')
  tabs.push('retention', 'staff', 'record', 'display', 'alerts')
  if (active !== null) tabs.push('customer')
  return tabs
}

function SettingsNotice() {
  const { t } = useTranslation()
  const notice = useTill(state => state.settingsNotice)
  if (notice === null) return null
  return (
    <Notice tone="unknown" icon="warn" title={t('settings.notice')}>
      <p>{notice}</p>
    </Notice>
  )
}

function RecoveredNotice() {
  const { t } = useTranslation()
  const recovered = useTill(state => state.recovered)
  if (recovered.length === 0) return null
  return (
    <Notice
      tone="unknown"
      icon="warn"
      title={t('settings.recovered.title', { count: recovered.length })}
    >
      {recovered.map(({ name, keptAs }) => (
        <p key={name}>
          {t(`settings.recovered.${name}`)}{' '}
          {keptAs && t('settings.recovered.keptAs', { file: keptAs })}
        </p>
      ))}
      <p>{t('settings.recovered.disk')}</p>
    </Notice>
  )
}
