import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { till } from '../../bridge/till'
import { Button } from '../../parts/button'
import { Dialog } from '../../parts/dialog'
import { FailureNotice } from '../../parts/failure-notice'
import { Notice } from '../../parts/notice'
import { useCall } from '../../state/use-call'
import styles from './unknown-word.module.css'

type Meaning = 'paid' | 'failed'

/** A status word that nobody has explained yet, as it came; a manager may say what it means. */
export function UnknownWord({ sale }: { sale: Sale }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<Meaning | null>(null)
  const { run, busy, failure } = useCall((meaning: Meaning) =>
    till.sales.giveMeaning({ saleId: sale.id, meaning }),
  )
  const give = async () => {
    if (asking && (await run(asking))?.ok) setAsking(null)
  }
  const status = sale.rawStatus ?? ''
  const question = asking === 'failed' ? 'confirmFailed' : 'confirmPaid'
  return (
    <Notice tone="unknown" icon="question" title={t('live.unrecognised.title', { status })}>
      <div className={styles.answers}>
        <Button onClick={() => setAsking('paid')}>{t('live.unrecognised.meansPaid')}</Button>
        <Button onClick={() => setAsking('failed')}>{t('live.unrecognised.meansFailed')}</Button>
      </div>
      <p>{t('live.unrecognised.text')}</p>
      <Dialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={t(`live.unrecognised.${question}.title`, { status })}
        text={t(`live.unrecognised.${question}.text`)}
        confirm={
          asking === 'failed'
            ? t('live.unrecognised.meansFailed')
            : t('live.unrecognised.meansPaid')
        }
        busy={busy}
        onConfirm={give}
      >
        {failure && <FailureNotice failure={failure} />}
      </Dialog>
    </Notice>
  )
}
