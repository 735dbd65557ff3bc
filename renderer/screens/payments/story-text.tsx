import { useTranslation } from 'react-i18next'
import type { StoryLine } from '../../words/story-lines'

/** One line of a sale's story, in plain words. */
export function StoryText({ line }: { line: StoryLine }) {
  const { t } = useTranslation()
  switch (line.key) {
    case 'failedNotSent':
    case 'failedMaybeSent':
    case 'failedTurnedAway':
      return <span>{t(`story.event.${line.key}`, { reason: t(`reason.${line.reason}`) })}</span>
    case 'mismatched':
      return (
        <span>
          {t('story.event.mismatched', { field: t(`live.mismatch.field.${line.field}`) })}
        </span>
      )
    default:
      return <span>{t(`story.event.${line.key}`, { ...line })}</span>
  }
}
