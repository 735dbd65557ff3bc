import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Result } from '../../../../shared/ipc/result'

import { till } from '../../../bridge/till'
import { FailureNotice } from '../../../ui/failure-notice'
import { Loading } from '../../../ui/loading'
import type { SettingsInForm } from '../form/setting-path'
import styles from '../settings.module.css'

/** A pause in typing after which the receipt is drawn again, ms. */
const pause = 300

/** The page that is printed, as a picture: the two cannot look different. */
export function ReceiptPreview({ settings }: { settings: SettingsInForm }) {
  const { receipts } = settings
  const { t } = useTranslation()
  const [drawn, setDrawn] = useState<Result<{ picture: string }> | null>(null)
  useEffect(() => {
    let wanted = true
    const timer = setTimeout(async () => {
      const answer = await till.receipts.preview(receipts)
      if (wanted) setDrawn(answer)
    }, pause)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [receipts])
  return (
    <figure className={styles.preview} data-paper={receipts.paper}>
      <figcaption>{t('settings.receipts.preview')}</figcaption>
      {drawn === null && <Loading text={t('app.loading')} />}
      {drawn?.ok && <img src={drawn.value.picture} alt={t('settings.receipts.previewAlt')} />}
      {drawn?.ok === false && <FailureNotice failure={drawn} />}
    </figure>
  )
}
