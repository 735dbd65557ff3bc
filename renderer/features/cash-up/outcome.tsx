import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/ipc/result'
import { ShowFile } from '../../sale-status/payment-parts'
import { FailureNotice } from '../../ui/failure-notice'
import styles from './day-screen.module.css'

const words = {
  printed: 'day.printed',
  noPrinter: 'day.noPrinter',
  opened: 'receipts.opened',
  notAsked: 'live.othersNotAsked',
} as const

/** The result of the last press; a key and not its text, because the language can change while it is shown. */
export type PressOutcome = keyof typeof words | { file: string }

/** Shows the result of printing or saving, and where a saved file is. */
export function Outcome({
  outcome: result,
  failure = null,
}: {
  outcome: PressOutcome | null
  failure?: Failure | null
}) {
  const { t } = useTranslation()
  const file = typeof result === 'string' ? undefined : result?.file
  return (
    <div className={styles.outcome}>
      <output>
        {typeof result === 'string' && t(words[result])}
        {file !== undefined && t('app.savedFile', { file })}
      </output>
      {file !== undefined && <ShowFile file={file} />}
      {failure && <FailureNotice failure={failure} />}
    </div>
  )
}
