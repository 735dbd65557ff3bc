import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { takePrinting } from '../../stores/cash-up-store'
import { Button } from '../../ui/button'
import { FailureNotice } from '../../ui/failure-notice'
import styles from './closed-day-actions.module.css'

/** Makes papers and files of a closed period. The first is the original, later ones say that they are copies. */
export function ClosedDayActions({ number }: { number: number }) {
  const { t } = useTranslation()
  const csv = useCall(() => till.day.exportCsv({ number }))
  const pdf = useCall(() => till.day.exportPdf({ number }))
  const print = useCall(() => till.day.print({ number }))
  const [saved, setSaved] = useState<string | null>(null)
  const [printed, setPrinted] = useState<boolean | null>(null)
  const failure = csv.failure ?? pdf.failure ?? print.failure
  const save = async (call: typeof csv) => {
    setSaved(null)
    csv.forget()
    pdf.forget()
    const answer = await call.run()
    if (answer?.ok) setSaved(answer.value.file)
  }
  const toPaper = async () => {
    setPrinted(null)
    const answer = await print.run()
    if (answer?.ok) setPrinted(answer.value.printed)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a day that was just closed prints itself, once
  useEffect(() => {
    if (takePrinting(number)) toPaper()
  }, [number])
  // Without a printer there is one way left to keep the day: that one is the main thing then.
  return (
    <>
      <div className={styles.actions}>
        <Button busy={csv.busy} onClick={() => save(csv)}>
          {t('day.saveCsv')}
        </Button>
        <Button
          look={printed === false ? 'primary' : 'plain'}
          busy={pdf.busy}
          onClick={() => save(pdf)}
        >
          {t('day.savePdf')}
        </Button>
        <Button look={printed === false ? 'plain' : 'primary'} busy={print.busy} onClick={toPaper}>
          {t('day.print')}
        </Button>
      </div>
      <div className={styles.said}>
        <output>{printed !== null && t(printed ? 'day.printed' : 'day.noPrinter')}</output>
        <output>{saved !== null && t('day.saved', { file: saved })}</output>
        {failure && <FailureNotice failure={failure} />}
      </div>
    </>
  )
}
