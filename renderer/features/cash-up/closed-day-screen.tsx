import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { till } from '../../bridge/till'
import { useAnswer } from '../../hooks/use-answer'
import { useCall } from '../../hooks/use-call'
import { ShowFile } from '../../sale-status/sale-parts'
import { takePrinting, useJustClosed } from '../../stores/cash-up-store'
import { Answered } from '../../ui/answered'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { FailureNotice } from '../../ui/failure-notice'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { ClosingPaper } from './closing-paper'
import styles from './day-screen.module.css'

/** A closed period exactly as it was, and what can be made of it. */
export function ClosedDayScreen({ number }: { number: number }) {
  const { t } = useTranslation()
  const justClosed = useJustClosed(closed => closed.number === number)
  const cashUp = useAnswer(() => till.day.find({ number }), number)
  return (
    <Page
      title={t('day.number', { number })}
      back={{ text: t('day.past'), to: { name: 'pastCashUps' } }}
      aside={cashUp.value && <ClosedDayActions number={number} />}
    >
      {justClosed && <Notice tone="brand" icon="check" title={t('day.justClosed')} />}
      <Answered of={cashUp}>{found => <ClosingPaper cashUp={found} />}</Answered>
    </Page>
  )
}

/** Makes papers and files of a closed period. The first is the original, later ones say that they are copies. */
function ClosedDayActions({ number }: { number: number }) {
  const { t } = useTranslation()
  const csv = useCall(() => till.day.exportCsv({ number }))
  const pdf = useCall(() => till.day.exportPdf({ number }))
  const print = useCall(() => till.day.print({ number }))
  const send = useCall(() => till.day.send({ number }))
  const [saved, setSaved] = useState<string | null>(null)
  const [printed, setPrinted] = useState<boolean | null>(null)
  const [opened, setOpened] = useState(false)
  const failure = csv.failure ?? pdf.failure ?? print.failure ?? send.failure
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
  const toOwner = async () => {
    setOpened(false)
    setOpened((await send.run())?.ok === true)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a day that was just closed prints itself, once
  useEffect(() => {
    if (takePrinting(number)) toPaper()
  }, [number])
  // Without a printer there is one way left to keep the day: that one is the main thing then.
  return (
    <>
      <div className={classNames(layout.wrap2, layout.end)}>
        <Button busy={send.busy} onClick={toOwner}>
          {t('day.sendOwner')}
        </Button>
        <Button busy={csv.busy} onClick={() => save(csv)}>
          {t('day.saveCsv')}
        </Button>
        <Button
          variant={printed === false ? 'primary' : 'plain'}
          busy={pdf.busy}
          onClick={() => save(pdf)}
        >
          {t('receipts.savePdf')}
        </Button>
        <Button
          variant={printed === false ? 'plain' : 'primary'}
          busy={print.busy}
          onClick={toPaper}
        >
          {t('receipts.printShort')}
        </Button>
      </div>
      <div className={styles.said}>
        <output>{printed !== null && t(printed ? 'day.printed' : 'day.noPrinter')}</output>
        <output>{opened && t('receipts.opened')}</output>
        <output>{saved !== null && t('app.savedFile', { file: saved })}</output>
        {saved !== null && <ShowFile file={saved} />}
        {failure && <FailureNotice failure={failure} />}
      </div>
    </>
  )
}
