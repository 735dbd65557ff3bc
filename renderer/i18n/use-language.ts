import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../shared/language'
import { speak } from './i18n'

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
