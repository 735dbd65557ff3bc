import {
  exportFile as english,
  face as englishFaces,
  retention as englishRetention,
} from '../../../resources/languages/en.json'
import {
  exportFile as swahili,
  face as swahiliFaces,
  retention as swahiliRetention,
} from '../../../resources/languages/sw.json'
import type { Language } from '../../../shared/language'
import type { RefundHow } from '../../../shared/payment/event'
import type { Face } from '../../../shared/payment/face'

/** What an exported file says in a language. */
export interface ExportWords {
  column: typeof english.column
  channel: typeof english.channel
  face: Record<Face, string>
  refund: Record<RefundHow, string>
  /** Where a customer's data was removed after `{{months}}` months. */
  removed: string
}

const words: Record<Language, ExportWords> = {
  en: {
    column: english.column,
    channel: english.channel,
    face: englishFaces,
    refund: english.refund,
    removed: englishRetention.removed,
  },
  sw: {
    column: swahili.column,
    channel: swahili.channel,
    face: swahiliFaces,
    refund: swahili.refund,
    removed: swahiliRetention.removed,
  },
}

/** The words of the till's language. */
export function exportWords(language: Language): ExportWords {
  return words[language]
}
