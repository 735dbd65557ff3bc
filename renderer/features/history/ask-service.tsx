import { useTranslation } from 'react-i18next'
import { useSlow } from '../../hooks/use-slow'
import { Button } from '../../ui/button'
import { FailureNotice } from '../../ui/failure-notice'
import styles from './ask-service.module.css'
import { ServicePaymentView } from './service-payment-view'
import type { LookUp } from './use-look-up'

interface AskServiceProps {
  lookUp: LookUp
  /** Why it is offered. */
  text: string
  onAsk: () => void
}

/** Offers to ask the service about a reference, and shows what it said. */
export function AskService({ lookUp, text, onAsk }: AskServiceProps) {
  const { t } = useTranslation()
  const { busy, payment, failure } = lookUp
  const slow = useSlow(busy)
  if (payment) return <ServicePaymentView payment={payment} />
  return (
    <div className={styles.ask}>
      {failure ? <FailureNotice failure={failure} /> : <p>{text}</p>}
      <div className={styles.go}>
        <Button look="primary" icon="search" busy={busy} onClick={onAsk}>
          {t('search.ask')}
        </Button>
        {slow && <output>{t('search.asking')}</output>}
      </div>
    </div>
  )
}
