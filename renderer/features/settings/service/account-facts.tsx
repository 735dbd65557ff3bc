import { useTranslation } from 'react-i18next'
import type { AccountQuestion } from '../../../../shared/connection'
import { formatFull } from '../../../i18n/clock-time'
import styles from './service.module.css'

/** The earlier keys next to the new ones, and how many payments depend on whose they are. */
export function AccountFacts({ question }: { question: AccountQuestion }) {
  const { t, i18n } = useTranslation()
  const { before, now, waiting } = question
  const ending = (text: string | null) =>
    text === null ? t('settings.account.facts.unreadable') : `••••${text}`
  const savedAt =
    before.savedAt === null
      ? t('settings.account.facts.unreadable')
      : formatFull(before.savedAt, i18n.language)
  return (
    <>
      <table className={styles.facts} aria-label={t('settings.account.facts.label')}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('settings.account.facts.before')}</th>
            <th scope="col">{t('settings.account.facts.now')}</th>
          </tr>
        </thead>
        <tbody>
          <Fact name="key" before={ending(before.keyEnding)} now={ending(now.keyEnding)} />
          <Fact name="address" before={before.address} now={now.address} />
          <Fact name="saved" before={savedAt} now={t('settings.account.facts.notYet')} />
        </tbody>
      </table>
      <p className={styles.waiting}>{waitingText()}</p>
    </>
  )

  function waitingText(): string {
    if (waiting === null) return t('settings.account.waitingUnknown')
    if (waiting === 0) return t('settings.account.waitingNone')
    return t('settings.account.waiting', { count: waiting })
  }
}

interface FactProps {
  name: 'key' | 'address' | 'saved'
  before: string
  now: string
}

function Fact({ name, before, now }: FactProps) {
  const { t } = useTranslation()
  return (
    <tr>
      <th scope="row">{t(`settings.account.facts.${name}`)}</th>
      <td>{before}</td>
      <td>{now}</td>
    </tr>
  )
}
