import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../icons/icon'
import { Button } from '../../parts/button'
import { FailureNotice } from '../../parts/failure-notice'
import { Loading } from '../../parts/loading'
import styles from './payments-screen.module.css'
import { PaymentsTable } from './payments-table'
import { usePayments } from './use-payments'

/** Every payment of the connection in use, newest first, found by whatever is known of it. */
export function AllPayments() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { sales, more, loading, failure, showMore } = usePayments(text)
  const none = !loading && !failure && sales.length === 0
  return (
    <>
      <div className={styles.search}>
        <Icon name="search" />
        <input
          type="search"
          aria-label={t('payments.search')}
          placeholder={t('payments.searchHint')}
          value={text}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          onChange={event => setText(event.target.value)}
        />
      </div>
      {failure && <FailureNotice failure={failure} />}
      {none && (
        <p className={styles.none}>
          {text === '' ? t('payments.none') : t('payments.noneFound', { text })}
        </p>
      )}
      {sales.length > 0 && <PaymentsTable sales={sales} />}
      {loading && sales.length === 0 && <Loading text={t('payments.loading')} />}
      {more && (
        <Button className={styles.more} busy={loading} onClick={showMore}>
          {t('payments.more')}
        </Button>
      )}
    </>
  )
}
