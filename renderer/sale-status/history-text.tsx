import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { HistoryLine } from './history-line'
import styles from './sale-parts.module.css'

/** One line of a sale's history: plain words, the service's own word, and who pressed. */
export function HistoryText({ line }: { line: HistoryLine }) {
  const { t } = useTranslation()
  return (
    <span>
      {textOf(line, t)}
      {line.raw !== undefined && ` (“${line.raw}”)`}
      {line.by !== undefined && (
        <>
          {' '}
          <small className={styles.by}>{t('history.by', { name: line.by })}</small>
        </>
      )}
    </span>
  )
}

function textOf(line: HistoryLine, t: TFunction): string {
  switch (line.key) {
    case 'failedNotSent':
    case 'failedMaybeSent':
    case 'failedRejected': {
      const text = t(`history.event.${line.key}`, { reason: t(`reason.${line.reason}`) })
      return line.times ? t('history.times', { text, times: line.times }) : text
    }
    case 'mismatched':
      return t('history.event.mismatched', { field: t(`live.mismatch.field.${line.field}`) })
    case 'receiptFailed':
    case 'receiptNotPrinted': {
      const why = t(`receipts.why.${line.why}`)
      return t(`history.event.${line.key}`, { why })
    }
    default:
      return t(`history.event.${line.key}`, { ...line })
  }
}
