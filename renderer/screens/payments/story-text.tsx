import { useTranslation } from 'react-i18next'
import type { StoryLine } from '../../words/story-lines'

/** One line of a sale's story, in plain words. */
export function StoryText({ line }: { line: StoryLine }) {
  const { t } = useTranslation()
  switch (line.key) {
    case 'failedNotSent':
    case 'failedMaybeSent':
    case 'failedTurnedAway': {
      const text = t(`story.event.${line.key}`, { reason: t(`reason.${line.reason}`) })
      return <span>{line.times ? t('story.times', { text, times: line.times }) : text}</span>
    }
    case 'mismatched':
      return (
        <span>
          {t('story.event.mismatched', { field: t(`live.mismatch.field.${line.field}`) })}
        </span>
      )
    case 'receiptFailed':
    case 'receiptNotPrinted': {
      const why = t(`receipts.why.${line.why}`)
      return <span>{t(`story.event.${line.key}`, { why })}</span>
    }
    default:
      return <span>{t(`story.event.${line.key}`, { ...line })}</span>
  }
}
