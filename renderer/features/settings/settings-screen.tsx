import { Tabs } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsaved } from '../../stores/settings-drafts'
import {
  allTabs,
  type PlacedTab,
  type SettingsGroup,
  type SettingsTab,
  tabsFor,
} from '../../stores/settings-tabs'
import { useTill } from '../../stores/till-store'
import { useMay } from '../../stores/use-staff'
import { show } from '../../stores/view-store'
import { Icon } from '../../ui/icons/icon'
import { PageTitle } from '../../ui/page'
import { AuditLogTab } from './people/audit-log-tab'
import { StaffTab } from './people/staff-tab'
import { ConnectionTab } from './service/connection-tab'
import { ShopDatabaseTab } from './service/shop-database-tab'
import styles from './settings.module.css'
import { SettingsForms } from './settings-form'
import { BackupCard } from './support/backup-card'
import { LostTillCard } from './support/lost-till-card'
import { RecoveryCodeCard } from './support/recovery-code'
import { SupportTab } from './support/support-tab'
import { UpdatesCard } from './support/updates-card'

/** The tabs with more than settings. Every other one shows the sections of its settings. */
const panels: Partial<Record<SettingsTab, () => ReactNode>> = {
  connection: ConnectionTab,
  shopDatabase: ShopDatabaseTab,
  staff: StaffTab,
  auditLog: AuditLogTab,
  support: SupportPage,
}

/** Each card for those who may use it. Main refuses the others in any case. */
function SupportPage() {
  const isManager = useMay('manager')
  const isOwner = useMay('owner')
  return (
    <>
      {isOwner && (
        <>
          <RecoveryCodeCard />
          <BackupCard />
          <LostTillCard />
        </>
      )}
      {isManager && <UpdatesCard />}
      <SupportTab />
    </>
  )
}

const toTab = (name: SettingsTab) => show({ name: 'settings', tab: name })

/** What the owner sets, in groups: each is a page. */
export function SettingsScreen({ tab }: { tab: SettingsTab }) {
  const { t } = useTranslation()
  const isOwner = useMay('owner')
  const connected = useTill(state => state.active !== null)
  const staffed = useTill(state => state.staff.state !== 'none')
  const { open, locked } = tabsFor(isOwner, { connected, staffed })
  const fallback = isOwner ? 'connection' : 'display'
  const shown = open.find(({ name }) => name === tab) ?? open.find(({ name }) => name === fallback)
  if (!shown) return null
  const Panel = panels[shown.name]
  const groups = [...new Set(open.map(({ group }) => group))]
  const openFirst = (group: string) => {
    const first = open.find(each => each.group === group)
    if (first) toTab(first.name)
  }
  return (
    <Tabs.Root
      className={styles.settings}
      orientation="vertical"
      value={shown.group}
      onValueChange={openFirst}
    >
      <div className={styles.side}>
        <PageTitle className={styles.title}>{t('nav.settings')}</PageTitle>
        <Tabs.List className={styles.groups} aria-label={t('nav.settings')}>
          {groups.map(group => (
            <GroupTab key={group} group={group} />
          ))}
        </Tabs.List>
      </div>
      <Tabs.Content key={shown.group} value={shown.group} className={styles.page} tabIndex={-1}>
        <GroupPage tabs={open.filter(({ group }) => group === shown.group)} shown={shown.name}>
          {Panel ? <Panel /> : <SettingsForms tab={shown.name} />}
          <LockedTabs tabs={locked} groups={groups} />
        </GroupPage>
      </Tabs.Content>
    </Tabs.Root>
  )
}

function GroupTab({ group }: { group: SettingsGroup }) {
  const { t } = useTranslation()
  const id = useId()
  const own = allTabs.filter(tab => tab.group === group).map(({ name }) => name)
  const isUnsaved = useUnsaved(own)
  return (
    <Tabs.Trigger value={group} className={styles.group} aria-describedby={id}>
      {t(`settings.group.${group}.title`)}
      {/* What describes the tab is no part of its name. */}
      <small id={id} aria-hidden="true" data-unsaved={isUnsaved || undefined}>
        {isUnsaved ? t('settings.notSaved') : t(`settings.group.${group}.text`)}
      </small>
    </Tabs.Trigger>
  )
}

function PageTab({ name }: { name: SettingsTab }) {
  const { t } = useTranslation()
  const id = useId()
  const isUnsaved = useUnsaved([name])
  return (
    <Tabs.Trigger
      value={name}
      className={styles.tab}
      {...(isUnsaved && { 'aria-describedby': id })}
    >
      {t(`settings.tab.${name}`)}
      {isUnsaved && (
        <small id={id} aria-hidden="true" data-unsaved>
          {t('settings.notSaved')}
        </small>
      )}
    </Tabs.Trigger>
  )
}

interface GroupPageProps {
  tabs: readonly PlacedTab[]
  shown: SettingsTab
  children: ReactNode
}

/** The page of a group: a row of tabs where there are several. */
function GroupPage({ tabs, shown, children }: GroupPageProps) {
  if (tabs.length === 1) return <div className={styles.panel}>{children}</div>
  return (
    <Tabs.Root
      className={styles.page}
      value={shown}
      onValueChange={name => toTab(name as SettingsTab)}
    >
      <Tabs.List className={styles.tabs}>
        {tabs.map(({ name }) => (
          <PageTab key={name} name={name} />
        ))}
      </Tabs.List>
      <Tabs.Content key={shown} value={shown} className={styles.panel}>
        {children}
      </Tabs.Content>
    </Tabs.Root>
  )
}

interface LockedTabsProps {
  tabs: readonly PlacedTab[]
  /** Groups with a tab that is open: of these each locked tab is named, of the others the group. */
  groups: readonly SettingsGroup[]
}

/** Named, and away from what is open: the reason is not about the settings above it. */
function LockedTabs({ tabs, groups }: LockedTabsProps) {
  const { t } = useTranslation()
  if (tabs.length === 0) return null
  const names = tabs.map(({ name, group }) =>
    groups.includes(group) ? t(`settings.tab.${name}`) : t(`settings.group.${group}.title`),
  )
  return (
    <p className={styles.locked}>
      <Icon name="lock" size="s" />
      <span>{t('staff.reason', { tabs: [...new Set(names)].join(', ') })}</span>
    </p>
  )
}
