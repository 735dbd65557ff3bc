import { useTranslation } from 'react-i18next'
import { till } from '../bridge/till'
import { useCall } from '../hooks/use-call'
import { formatFull } from '../i18n/clock-time'
import { useTill } from '../stores/till-store'
import { Button } from './button'
import { FailureNotice } from './failure-notice'
import { Notice } from './notice'
import styles from './returned-ledgers.module.css'

/** Ledgers whose keychain is back: each can be opened in place of the one in use. */
export function ReturnedLedgers() {
  const { t, i18n } = useTranslation()
  const ledgers = useTill(state => state.returnable)
  const { run, busy, failure } = useCall((file: string) => till.ledger.bringBack({ file }))
  if (ledgers.length === 0) return null
  return (
    <Notice tone="brand" icon="alert" title={t('blocked.returned.title')}>
      <p>{t('blocked.returned.text')}</p>
      {ledgers.map(({ file, at }) => (
        <Button
          key={file}
          variant="primary"
          className={styles.open}
          busy={busy}
          onClick={() => run(file)}
        >
          {t('blocked.returned.open', { time: formatFull(at, i18n.language) })}
        </Button>
      ))}
      {failure && <FailureNotice failure={failure} />}
    </Notice>
  )
}
