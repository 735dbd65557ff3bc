import {
  exportFile as english,
  retention as englishRetention,
  status as englishStatuses,
} from '../../../../resources/languages/en.json'
import {
  exportFile as swahili,
  retention as swahiliRetention,
  status as swahiliStatuses,
} from '../../../../resources/languages/sw.json'
import type { Language } from '../../../../shared/language'
import type { RefundHow, ResolutionHow } from '../../../../shared/payment/event'
import type { SaleStatus } from '../../../../shared/payment/status'

/** What an exported file says in a language. */
export interface ExportWords {
  column: typeof english.column
  channel: typeof english.channel
  status: Record<SaleStatus, string>
  refund: Record<RefundHow, string>
  resolvedAs: Record<ResolutionHow, string>
  /** An amount that was typed, among items. */
  other: string
  /** Where a customer's data was removed after `{{months}}` months. */
  removed: string
}

const words: Record<Language, ExportWords> = {
  en: {
    column: english.column,
    channel: english.channel,
    status: englishStatuses,
    refund: english.refund,
    other: english.other,
    resolvedAs: english.resolvedAs,
    removed: englishRetention.removed,
  },
  sw: {
    column: swahili.column,
    channel: swahili.channel,
    status: swahiliStatuses,
    refund: swahili.refund,
    other: swahili.other,
    resolvedAs: swahili.resolvedAs,
    removed: swahiliRetention.removed,
  },
}

/** The words of the till's language. */
export function exportWords(language: Language): ExportWords {
  return words[language]
}
