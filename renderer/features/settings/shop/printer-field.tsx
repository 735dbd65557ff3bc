import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ValueOf } from '../../../../shared/ipc/contract'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { Button } from '../../../ui/button'
import { FailureNotice } from '../../../ui/failure-notice'
import { SelectField } from '../../../ui/select-field'
import styles from './printer-field.module.css'

interface PrinterFieldProps {
  /** '' is the computer's default printer. */
  value: string
  onChange: (printer: string) => void
}

/** The system's printers of this moment. One that was chosen and is gone stays in sight. */
export function PrinterField({ value, onChange }: PrinterFieldProps) {
  const { t } = useTranslation()
  const [printers, setPrinters] = useState<ValueOf<'receipts', 'printers'> | null>(null)
  const { run, busy, failure } = useCall(() => till.receipts.printers())
  const look = async () => {
    const answer = await run()
    if (answer?.ok) setPrinters(answer.value)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, and then by the button
  useEffect(() => {
    look()
  }, [])
  const found = (printers ?? []).map(({ name, displayName }) => ({
    value: name,
    label: displayName,
  }))
  const isGone = printers !== null && !found.some(option => option.value === value)
  const chosen = { value, label: isGone ? t('settings.receipts.gone', { name: value }) : value }
  const isListed = value === '' || found.some(option => option.value === value)
  return (
    <div className={styles.printer}>
      <div className={styles.line}>
        <SelectField
          label={t('settings.receipts.printer')}
          value={value}
          options={[
            { value: '', label: t('settings.receipts.default') },
            ...found,
            ...(isListed ? [] : [chosen]),
          ]}
          onChange={onChange}
        />
        <Button busy={busy} onClick={look}>
          {t('settings.receipts.lookAgain')}
        </Button>
      </div>
      {printers?.length === 0 && <p className={styles.none}>{t('settings.receipts.noPrinters')}</p>}
      {failure && <FailureNotice failure={failure} />}
    </div>
  )
}
