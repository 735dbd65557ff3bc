import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShiftReport, ShiftSince } from '../../../shared/day/shift-report'
import { till } from '../../bridge/till'
import { useAnswer } from '../../hooks/use-answer'
import { useCall } from '../../hooks/use-call'
import { ShowFile } from '../../sale-status/sale-parts'
import { useTill } from '../../stores/till-store'
import { Answered } from '../../ui/answered'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { FailureNotice } from '../../ui/failure-notice'
import layout from '../../ui/layout.module.css'
import { Page } from '../../ui/page'
import { Segments } from '../../ui/segments'
import { ShiftPaper } from './closing-paper'
import styles from './day-screen.module.css'

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
  const { value, failure, put } = useAnswer(() => till.shift.report({ since }), since)
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

function ShiftActions({
  shift: { report },
  printed,
}: {
  shift: ShiftReport
  printed: (shift: ShiftReport) => void
}) {
  const { t } = useTranslation()
  const shift = { from: report.since }
  const pdf = useCall(() => till.shift.exportPdf(shift))
  const print = useCall(() => till.shift.print(shift))
  const [said, say] = useState<'printed' | 'noPrinter' | { file: string } | null>(null)
  const failure = pdf.failure ?? print.failure
  const save = async () => {
    say(null)
    print.forget()
    const answer = await pdf.run()
    if (answer?.ok) say(answer.value)
  }
  const toPaper = async () => {
    say(null)
    pdf.forget()
    const answer = await print.run()
    if (!answer?.ok) return
    if (answer.value) printed(answer.value)
    say(answer.value ? 'printed' : 'noPrinter')
  }
  return (
    <>
      <div className={classNames(layout.wrap2, layout.end)}>
        <Button busy={pdf.busy} onClick={save}>
          {t('receipts.savePdf')}
        </Button>
        <Button variant="primary" busy={print.busy} onClick={toPaper}>
          {t('receipts.printShort')}
        </Button>
      </div>
      <div className={styles.said}>
        <output>
          {typeof said === 'string' ? t(`day.${said}`) : said && t('app.savedFile', said)}
        </output>
        {said !== null && typeof said === 'object' && <ShowFile file={said.file} />}
        {failure && <FailureNotice failure={failure} />}
      </div>
    </>
  )
}
