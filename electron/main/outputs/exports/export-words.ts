import {
  exportFile as english,
  channel as englishChannels,
  field as englishFields,
  refundHow as englishRefunds,
  resolvedAs as englishResolutions,
  retention as englishRetention,
  slip as englishSlip,
  status as englishStatuses,
} from '../../../../resources/languages/en.json'
import {
  exportFile as swahili,
  channel as swahiliChannels,
  field as swahiliFields,
  refundHow as swahiliRefunds,
  resolvedAs as swahiliResolutions,
  retention as swahiliRetention,
  slip as swahiliSlip,
  status as swahiliStatuses,
} from '../../../../resources/languages/sw.json'
import type { SettledBlock } from '../../../../shared/day/standing'
import type { Language } from '../../../../shared/language'
import type { RefundHow } from '../../../../shared/payment/event'
import type { SaleStatus } from '../../../../shared/payment/status'

/** What an exported file says in a language. */
export interface ExportWords {
  column: typeof english.column & typeof englishFields
  channel: typeof englishChannels
  status: Record<SaleStatus, string>
  refund: Record<RefundHow, string>
  resolvedAs: Record<SettledBlock, string>
  /** An amount that was typed, among items. */
  other: string
  /** Where a customer's data was removed after `{{months}}` months. */
  removed: string
}

const words: Record<Language, ExportWords> = {
  en: {
    column: { ...english.column, ...englishFields, phone: englishFields.phoneShort },
    channel: englishChannels,
    status: englishStatuses,
    refund: englishRefunds,
    resolvedAs: englishResolutions,
    other: englishSlip.other,
    removed: englishRetention.removed,
  },
  sw: {
    column: { ...swahili.column, ...swahiliFields, phone: swahiliFields.phoneShort },
    channel: swahiliChannels,
    status: swahiliStatuses,
    refund: swahiliRefunds,
    resolvedAs: swahiliResolutions,
    other: swahiliSlip.other,
    removed: swahiliRetention.removed,
  },
}

/** The words of the till's language. */
export function exportWords(language: Language): ExportWords {
  return words[language]
}
