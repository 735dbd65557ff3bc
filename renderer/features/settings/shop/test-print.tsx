import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceiptSettings } from '../../../../shared/settings/receipts'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { Button } from '../../../ui/button'
import { FailureNotice } from '../../../ui/failure-notice'
import { Icon } from '../../../ui/icons/icon'
import bar from '../save-bar.module.css'
import styles from './test-print.module.css'

/** Prints a sample with what is chosen in the form, saved or not. */
export function TestPrint({ how }: { how: ReceiptSettings }) {
  const { t } = useTranslation()
  const [done, setDone] = useState(false)
  const { run, busy, failure } = useCall((tried: ReceiptSettings) => till.receipts.testPrint(tried))
  const test = async () => {
    setDone(false)
    setDone((await run(how))?.ok ?? false)
  }
  return (
    <div className={styles.test}>
      <div className={styles.line}>
        <Button icon="receipt" busy={busy} onClick={test}>
          {t('settings.receipts.test')}
        </Button>
        <output className={bar.done}>
          {done && (
            <>
              <Icon name="check" size="s" />
              {t('settings.receipts.tested')}
            </>
          )}
        </output>
      </div>
      {failure && <FailureNotice failure={failure} />}
    </div>
  )
}
