import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShiftReport, ShiftSince } from '../../../shared/day/shift-report'
import type { Result } from '../../../shared/ipc/result'
import { till } from '../../bridge/till'
import { useAnswer } from '../../hooks/use-answer'
import { useTill } from '../../stores/till-store'
import { Answered } from '../../ui/answered'
import { CallButton } from '../../ui/call-button'
import { classNames } from '../../ui/class-names'
import layout from '../../ui/layout.module.css'
import { Page } from '../../ui/page'
import { Segments } from '../../ui/segments'
import { ShiftPaper } from './closing-paper'
import styles from './day-screen.module.css'
import { Outcome, type PressOutcome } from './outcome'

/** What was taken in a shift, on the screen and on paper, while the day stays open. */
export function ShiftScreen() {
  const { t } = useTranslation()
  const withStaff = useTill(({ staff }) => staff.state !== 'none')
  const choices: ShiftSince[] = [
    ...(withStaff ? (['signIn'] as const) : []),
    'lastReport',
    'cashUp',
  ]
  const [since, setSince] = useState<ShiftSince>(withStaff ? 'signIn' : 'lastReport')
  // Read when it is opened or its beginning changes: what is on the screen is what goes to paper.
  const { value, failure, put } = useAnswer(() => till.shift.report({ since }), null, {
    again: since,
  })
  const shift = failure ? null : value
  return (
    <Page
      title={t('day.shift.title')}
      back={{ text: t('day.back'), to: { name: 'day' } }}
      aside={shift && <ShiftActions shift={shift} printed={put} />}
    >
      <Segments
        label={t('day.shift.since')}
        options={choices.map(value => ({ value, label: t(`day.shift.from.${value}`) }))}
        value={since}
        onChange={setSince}
        className={styles.since}
      />
      <Answered of={{ value: shift, failure }}>{shown => <ShiftPaper shift={shown} />}</Answered>
    </Page>
  )
}

function ShiftActions(props: { shift: ShiftReport; printed: (shift: ShiftReport) => void }) {
  const { t } = useTranslation()
  const shift = { from: props.shift.from }
  const [outcome, setOutcome] = useState<PressOutcome | null>(null)
  const begin = <Value,>(make: (which: typeof shift) => Promise<Result<Value>>) => {
    setOutcome(null)
    return make(shift)
  }
  return (
    <>
      <div className={classNames(layout.wrap2, layout.end)}>
        <CallButton call={() => begin(till.shift.send)} onDone={() => setOutcome('opened')}>
          {t('day.sendOwner')}
        </CallButton>
        <CallButton call={() => begin(till.shift.exportPdf)} onDone={setOutcome}>
          {t('receipts.savePdf')}
        </CallButton>
        <CallButton
          variant="primary"
          call={() => begin(till.shift.print)}
          onDone={paper => {
            if (paper) props.printed(paper)
            setOutcome(paper ? 'printed' : 'noPrinter')
          }}
        >
          {t('receipts.printShort')}
        </CallButton>
      </div>
      <Outcome outcome={outcome} />
    </>
  )
}
