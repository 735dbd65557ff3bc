import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import en from '../../resources/languages/en.json'
import type { Language } from '../../shared/language'

/** English is part of every page, and stands in for a text that another language lacks; that one is loaded when spoken. */
const loaders: Record<Exclude<Language, 'en'>, () => Promise<{ default: object }>> = {
  sw: () => import('../../resources/languages/sw.json'),
}

/** The language that was asked for last: an older one may still be loading. */
let wanted: Language = 'en'

/** Makes the words ready before the first frame. */
export function startLanguages(): void {
  i18next.use(initReactI18next).init({
    resources: { en: { translation: en } },
    lng: 'en',
    fallbackLng: 'en',
    initAsync: false,
    // React escapes what it shows.
    interpolation: { escapeValue: false },
  })
}

/** Changes the language of every text, and tells screen readers which one to speak. */
export async function speak(language: Language): Promise<void> {
  wanted = language
  if (language !== 'en' && !i18next.hasResourceBundle(language, 'translation')) {
    const words = await loaders[language]()
    i18next.addResourceBundle(language, 'translation', words.default)
    if (wanted !== language) return
  }
  document.documentElement.lang = language
  if (i18next.language !== language) await i18next.changeLanguage(language)
}
