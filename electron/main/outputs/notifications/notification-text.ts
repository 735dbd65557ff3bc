import {
  result as english,
  status as englishStatuses,
} from '../../../../resources/languages/en.json'
import {
  result as swahili,
  status as swahiliStatuses,
} from '../../../../resources/languages/sw.json'
import type { ConnectionKind } from '../../../../shared/connection'
import type { Language } from '../../../../shared/language'
import { groupDigits } from '../../../../shared/money'
import { type ResultName, statusOfResult } from '../../../../shared/payment/result'
import type { Sale } from '../../../../shared/payment/sale'

/** A notification of the desktop. */
export interface NotificationText {
  title: string
  body: string
}

interface NoticeFacts {
  kind: ConnectionKind
  language: Language
  /** Whether it may say how much. */
  amounts: boolean
}

const languages = { en: english, sw: swahili }
const statuses = { en: englishStatuses, sw: swahiliStatuses }

/**
 * What the desktop says of a result. Anyone at the counter can read it: no name, and of the
 * number its last three digits. Practice and sandbox are marked.
 */
export function notificationText(
  { amount, msisdn }: Pick<Sale, 'amount' | 'msisdn'>,
  result: ResultName,
  { kind, language, amounts }: NoticeFacts,
): NotificationText {
  const words = languages[language]
  const facts = {
    amount: `${amount.currency} ${groupDigits(amount.value)}`,
    ending: msisdn.slice(-3),
  }
  const practising = kind === 'production' ? '' : `${words.mark[kind]} · `
  const body = fill(amounts ? words.notice.amount : words.notice.plain, facts)
  return {
    title: `${practising}${statuses[language][statusOfResult[result]]}`,
    body: `${body} ${words.notice.open}`,
  }
}

function fill(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => facts[name] ?? '')
}
