import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Result } from '../../../shared/ipc/result'
import { till } from '../../bridge/till'
import { useAnswer } from '../../hooks/use-answer'
import { useCall } from '../../hooks/use-call'
import { takePrinting, useJustClosed } from '../../stores/cash-up-store'
import { Answered } from '../../ui/answered'
import { Button } from '../../ui/button'
import { CallButton } from '../../ui/call-button'
import { classNames } from '../../ui/class-names'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { ClosingPaper } from './closing-paper'
import { Outcome, type PressOutcome } from './outcome'

/** A closed period exactly as it was, and what can be made of it. */
export function ClosedDayScreen({ number }: { number: number }) {
  const { t } = useTranslation()
  const justClosed = useJustClosed(closed => closed.number === number)
  const cashUp = useAnswer(() => till.day.find({ number }), number)
  return (
    <Page
      title={t('day.number', { number })}
      back={{ text: t('day.past'), to: { name: 'pastCashUps' } }}
      aside={cashUp.value && <ClosedDayActions number={number} sendFirst={justClosed} />}
    >
      {justClosed && <Notice tone="brand" icon="check" title={t('day.justClosed')} />}
      <Answered of={cashUp}>{found => <ClosingPaper cashUp={found} />}</Answered>
    </Page>
  )
}

/** Makes papers and files of a closed period. The first is the original, later ones say that they are copies. */
function ClosedDayActions({ number, sendFirst }: { number: number; sendFirst: boolean }) {
  const { t } = useTranslation()
  const [outcome, setOutcome] = useState<PressOutcome | null>(null)
  const [sent, setSent] = useState(false)
  // Apart from the files: a printer that answers late does not take away where a file was saved meanwhile.
  const [printed, setPrinted] = useState<PressOutcome | null>(null)
  const print = useCall(
    () => till.day.print({ number }),
    ({ printed: isOnPaper }) => setPrinted(isOnPaper ? 'printed' : 'noPrinter'),
  )
  const toPaper = () => {
    setPrinted(null)
    print.run()
  }
  const begin = <Value,>(make: (which: { number: number }) => Promise<Result<Value>>) => {
    setOutcome(null)
    return make({ number })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `toPaper` is new at each render; a day that was just closed is printed once
  useEffect(() => {
    if (takePrinting(number)) toPaper()
  }, [number])
  // A day that was just closed has been printed: its owner waits for the sums. Without a printer it is kept as a PDF.
  const kept = printed === 'noPrinter' ? 'pdf' : 'paper'
  const first = sendFirst && !sent ? 'send' : kept
  const look = (press: typeof first) => (press === first ? 'primary' : 'plain')
  return (
    <>
      <div className={classNames(layout.wrap2, layout.end)}>
        <CallButton
          variant={look('send')}
          call={() => begin(till.day.send)}
          onDone={() => {
            setSent(true)
            setOutcome('opened')
          }}
        >
          {t('day.sendOwner')}
        </CallButton>
        <CallButton call={() => begin(till.day.exportCsv)} onDone={setOutcome}>
          {t('day.saveCsv')}
        </CallButton>
        <CallButton
          variant={look('pdf')}
          call={() => begin(till.day.exportPdf)}
          onDone={setOutcome}
        >
          {t('receipts.savePdf')}
        </CallButton>
        <Button variant={look('paper')} busy={print.busy} onClick={toPaper}>
          {t('receipts.printShort')}
        </Button>
      </div>
      <Outcome outcome={printed} failure={print.failure} />
      <Outcome outcome={outcome} />
    </>
  )
}
