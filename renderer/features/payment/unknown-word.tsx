import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { type WordMeaning, wordMeaningSchema } from '../../../shared/payment/status-words'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { meaningKeys, meaningText } from '../../sale-status/history-text'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { Dialog } from '../../ui/dialog'
import { FailureNotice } from '../../ui/failure-notice'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice'
import styles from './live-payment.module.css'

/** A status word without a meaning, as it came; a manager may say what it means. */
export function UnknownWord({ sale }: { sale: Sale }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<WordMeaning | null>(null)
  const { run, busy, failure } = useCall((meaning: WordMeaning) =>
    till.sales.classifyStatus({ saleId: sale.id, status: sale.rawStatus ?? '', meaning }),
  )
  const give = async () => {
    if (asking && (await run(asking))?.ok) setAsking(null)
  }
  const status = sale.rawStatus ?? ''
  const meaning = meaningText(asking ?? 'paid', t)
  return (
    <Notice tone="unknown" icon="question" title={t('live.unrecognised.title', { status })}>
      <div className={classNames(layout.wrap2, styles.meanings)}>
        {wordMeaningSchema.options.map(each => (
          <Button
            key={each}
            aria-label={t('live.unrecognised.means', { meaning: meaningText(each, t) })}
            onClick={() => setAsking(each)}
          >
            {t(meaningKeys[each])}
          </Button>
        ))}
      </div>
      <Dialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={t('live.unrecognised.confirmTitle', { status, meaning })}
        text={t('live.unrecognised.confirmText', { meaning })}
        confirm={t('live.unrecognised.means', { meaning })}
        busy={busy}
        onConfirm={give}
      >
        {failure && <FailureNotice failure={failure} />}
      </Dialog>
    </Notice>
  )
}
