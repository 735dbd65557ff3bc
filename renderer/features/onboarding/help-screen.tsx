import { useTranslation } from 'react-i18next'
import { displayStatuses } from '../../sale-status/display-status'
import { StateIcon } from '../../sale-status/state-icon'
import { Page } from '../../ui/page'
import { ShortcutsList } from '../../ui/shortcuts-list'
import styles from './help.module.css'
import { HelpSection } from './help-section'
import { PretendCustomers } from './pretend-customers'

const ways = ['mobile', 'card', 'paid'] as const
const questions = ['sms', 'offline', 'unknown', 'closed', 'late', 'twice', 'slow'] as const

/** What a new cashier asks: how it goes, what each word means, what to do when it goes otherwise. */
export function HelpScreen() {
  const { t } = useTranslation()
  return (
    <Page title={t('help.title')}>
      <HelpSection title={t('help.ways.title')}>
        <ul className={styles.ways}>
          {ways.map(name => (
            <li key={name}>{t(`help.ways.${name}`)}</li>
          ))}
        </ul>
      </HelpSection>
      <HelpSection title={t('help.faces.title')}>
        <dl className={styles.faces}>
          {displayStatuses.map(status => (
            <div key={status}>
              <dt>
                <StateIcon status={status} />
                {t(`status.${status}`)}
              </dt>
              <dd>{t(`help.faces.${status}`)}</dd>
            </div>
          ))}
        </dl>
      </HelpSection>
      <HelpSection title={t('help.questions.title')}>
        <dl className={styles.questions}>
          {questions.map(name => (
            <div key={name}>
              <dt>{t(`help.questions.${name}.asked`)}</dt>
              <dd>{t(`help.questions.${name}.answer`)}</dd>
            </div>
          ))}
        </dl>
      </HelpSection>
      <HelpSection title={t('shortcuts.title')}>
        <ShortcutsList />
      </HelpSection>
      <PretendCustomers />
    </Page>
  )
}
