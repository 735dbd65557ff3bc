import { exportFile as english, face as englishFaces } from '../../../resources/languages/en.json'
import { exportFile as swahili, face as swahiliFaces } from '../../../resources/languages/sw.json'
import type { Language } from '../../../shared/language'
import type { Face } from '../../../shared/payment/face'

/** What an exported file says in a language. */
export interface ExportWords {
  column: typeof english.column
  channel: typeof english.channel
  face: Record<Face, string>
}

const words: Record<Language, ExportWords> = {
  en: { column: english.column, channel: english.channel, face: englishFaces },
  sw: { column: swahili.column, channel: swahili.channel, face: swahiliFaces },
}

/** The words of the till's language. */
export function exportWords(language: Language): ExportWords {
  return words[language]
}
