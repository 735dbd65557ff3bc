import i18next from 'i18next'
import { useEffect, useState } from 'react'
import { initReactI18next, useTranslation } from 'react-i18next'
import {
  app,
  attention,
  channel,
  charge,
  field,
  mode,
  nav,
  news,
  recent,
  resolvedAs,
  shortcuts,
  start,
  status,
  top,
  wayBack,
} from '../../resources/languages/en.json'
import type { Language } from '../../shared/language'
import { isolated } from '../../shared/plain-text'

/** English of the till's first screen. It is also where a text is taken from that another language lacks. */
const firstTexts = {
  ...{ app, attention, channel, charge, field, mode, nav, news, recent, wayBack },
  ...{ resolvedAs, shortcuts, start, status, top },
}

/** A language is loaded when it is spoken. */
const loaders: Record<Exclude<Language, 'en'>, () => Promise<{ default: object }>> = {
  sw: () => import('../../resources/languages/sw.json'),
}

/** The language that was asked for last: an older one may still be loading. */
let wanted: Language = 'en'

/** Makes the texts of the till's first screen ready before the first frame. All others follow: `addAllTexts`. */
export function startLanguages(): void {
  i18next.use(initReactI18next).init({
    resources: { en: { translation: firstTexts } },
    lng: 'en',
    fallbackLng: 'en',
    initAsync: false,
    // React escapes what it shows: here a name from right to left is kept from moving the digits behind it.
    interpolation: { escapeValue: true, escape: isolated },
    // A text that is not there yet is shown as soon as it is.
    parseMissingKeyHandler: () => '',
    react: { bindI18nStore: 'added' },
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

/** Speaks the language. False until the first one is there: nothing is shown in another one before. */
export function useLanguage(language: Language): boolean {
  const { i18n } = useTranslation()
  const [begun, setBegun] = useState(i18n.language === language)
  if (!begun && i18n.language === language) setBegun(true)
  useEffect(() => {
    speak(language)
  }, [language])
  return begun
}
