import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ObjectionMeaning } from '../../shared/payment/objections'
import type { WordMeaning } from '../../shared/payment/status-words'
import { isolated } from '../../shared/plain-text'
import type { HistoryLine } from './history-lines'
import styles from './payment-parts.module.css'
import { givenBackText, lower, resolvedText } from './payment-text'

/** One line of a payment's history: plain words, the service's own word or a person's, and who pressed. */
export function HistoryText({ line }: { line: HistoryLine }) {
  const { t } = useTranslation()
  const text = textOf(line, t)
  return (
    <span>
      {line.times ? t('history.times', { text, times: line.times }) : text}
      {line.note && `. ${isolated(line.note)}`}
      {line.raw !== undefined && ` (“${isolated(line.raw)}”)`}
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
    case 'recorded':
      return t('history.recorded')
    case 'withdrawn':
      return t('status.withdrawn')
    case 'handedOver':
      return t('field.handedOver')
    case 'restored':
      return t('reason.restored')
    case 'resolved':
      return resolvedText(line.how, t)
    case 'givenBack':
      return givenBackText(line, t)
    case 'failedNotSent':
    case 'failedMaybeSent':
    case 'failedRejected':
      return t(`history.event.${line.key}`, { reason: t(`reason.${line.reason}`) })
    case 'mismatched':
      return t('history.event.mismatched', { field: lower(t(`field.${line.field}`)) })
    case 'meaning':
      return t('history.event.meaning', { meaning: meaningText(line.meaning, t) })
    case 'objection':
      return t('history.event.objection', {
        status: line.answered,
        meaning: objectionMeaningText(line.objectionMeaning, t),
      })
    case 'receiptPrinted':
    case 'receiptSaved': {
      const text = t(`history.event.${line.key}`)
      return line.copy > 1 ? `${text}: ${t('history.copyNumber', { copy: line.copy })}` : text
    }
    case 'receiptFailed':
    case 'receiptNotPrinted':
      return t(`history.event.${line.key}`, { why: t(`receipts.why.${line.why}`) })
    default:
      return t(`history.event.${line.key}`, { ...line })
  }
}

/** What a person said that a field of an answer means, within a sentence. */
export function objectionMeaningText(meaning: ObjectionMeaning, t: TFunction): string {
  return lower(t(objectionMeaningKeys[meaning]))
}

/** What a person said that a word of the service means, within a sentence. */
export function meaningText(meaning: WordMeaning, t: TFunction): string {
  return lower(t(meaningKeys[meaning]))
}

/** The same as a button's text. */
export const meaningKeys = {
  paid: 'status.paid',
  failed: 'status.failed',
  pending: 'live.unrecognised.inProgress',
} as const satisfies Record<WordMeaning, string>

/** What a person can say of a field, as a button's text. */
export const objectionMeaningKeys = {
  ...meaningKeys,
  nothing: 'live.objection.nothing',
} as const satisfies Record<ObjectionMeaning, string>
