import { Tabs } from 'radix-ui'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { allTabs, type SettingsTab } from '../../stores/settings-tabs'
import { useTill } from '../../stores/till-store'
import { useMay } from '../../stores/use-staff'
import { show } from '../../stores/view-store'
import { Icon } from '../../ui/icons/icon'
import { Notice } from '../../ui/notice'
import { PageTitle } from '../../ui/page'
import { BackupCard } from './backup/backup-card'
import { CustomersTab } from './customers/customers-tab'
import { SettingsForms } from './form/settings-form'
import { RecordTab } from './people/record-tab'
import { StaffTab } from './people/staff-tab'
import { ConnectionTab } from './service/connection-tab'
import { WordsTab } from './service/words-tab'
import styles from './settings.module.css'
import { SupportTab } from './support/support-tab'

/** The tabs with more than settings. Every other one shows the sections of its settings. */
const panels: Partial<Record<SettingsTab, () => ReactNode>> = {
  connection: ConnectionTab,
  customers: CustomersTab,
  words: WordsTab,
  staff: StaffTab,
  record: RecordTab,
  support: SupportPage,
}

function SupportPage() {
  return (
    <>
      <BackupCard />
      <SupportTab />
    </>
  )
}

/** What the owner sets: the service, the shop, what its words mean, how the till looks. */
export function SettingsScreen({ tab }: { tab: SettingsTab }) {
  const { t } = useTranslation()
  const isOwner = useMay('owner')
  const all = useTabs()
  const tabs = all.filter(([, { may }]) => isOwner || may === 'anyone').map(([name]) => name)
  const locked = all.filter(([name]) => !tabs.includes(name))
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
        {Panel ? <Panel /> : <SettingsForms tab={shown} />}
        {locked.length > 0 && (
          <LockedTabs names={locked.map(([name]) => t(`settings.tab.${name}`))} />
        )}
      </Tabs.Content>
    </Tabs.Root>
  )
}

/** Named, and away from what is open: the reason is not about the settings above it. */
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
    const scroll = () =>
      list
        .querySelector('[aria-selected="true"]')
        ?.scrollIntoView({ block: 'nearest', inline: 'center' })
    const observer = new ResizeObserver(scroll)
    for (const element of [list, ...list.children]) observer.observe(element)
    return () => observer.disconnect()
  }, [chosen])
  return row
}

/** The tabs that are there now. */
function useTabs(): typeof allTabs {
  const connected = useTill(state => state.active !== null)
  const selling = useTill(state => state.stage.name === 'selling')
  const isThere = { selling, connected }
  return allTabs.filter(([, { when }]) => when === undefined || isThere[when])
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
