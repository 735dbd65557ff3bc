import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { StoryLine } from './history-lines'
import styles from './history-text.module.css'

/** One line of a sale's story: plain words, the service's own word, and who pressed. */
export function StoryText({ line }: { line: StoryLine }) {
  const { t } = useTranslation()
  return (
    <span>
      {textOf(line, t)}
      {line.raw !== undefined && ` (“${line.raw}”)`}
      {line.by !== undefined && (
        <>
          {' '}
          <small className={styles.by}>{t('story.by', { name: line.by })}</small>
        </>
      )}
    </span>
  )
}

function textOf(line: StoryLine, t: TFunction): string {
  switch (line.key) {
    case 'failedNotSent':
    case 'failedMaybeSent':
    case 'failedTurnedAway': {
      const text = t(`story.event.${line.key}`, { reason: t(`reason.${line.reason}`) })
      return line.times ? t('story.times', { text, times: line.times }) : text
    }
    case 'mismatched':
      return t('story.event.mismatched', { field: t(`live.mismatch.field.${line.field}`) })
    case 'receiptFailed':
    case 'receiptNotPrinted': {
      const why = t(`receipts.why.${line.why}`)
      return t(`story.event.${line.key}`, { why })
    }
    default:
      return t(`story.event.${line.key}`, { ...line })
  }
}
