import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import en from '../../resources/languages/en.json'
import sw from '../../resources/languages/sw.json'
import type { Language } from '../../shared/language'

/** Makes the words ready before the first frame: both languages are part of the bundle. */
export function startLanguages(): void {
  i18next.use(initReactI18next).init({
    resources: { en: { translation: en }, sw: { translation: sw } },
    lng: navigator.language.startsWith('sw') ? 'sw' : 'en',
    fallbackLng: 'en',
    initAsync: false,
    // React escapes what it shows.
    interpolation: { escapeValue: false },
  })
}

/** Changes the language of every text, and tells screen readers which one to speak. */
export function speak(language: Language): void {
  document.documentElement.lang = language
  if (i18next.language !== language) i18next.changeLanguage(language)
}
