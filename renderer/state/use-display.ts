import { useEffect } from 'react'
import { speak } from '../language/i18n'
import { useTillStore } from './till-store'

const dark = window.matchMedia('(prefers-color-scheme: dark)')

/** Puts the chosen colours, language and connection on the page as a whole. */
export function useDisplay(): void {
  const theme = useTillStore(store => store.till?.settings.display.theme ?? 'system')
  const language = useTillStore(store => store.till?.settings.display.language)
  const active = useTillStore(store => store.till?.active ?? null)
  useEffect(() => followTheme(theme), [theme])
  useEffect(() => {
    if (language) speak(language)
  }, [language])
  useEffect(() => {
    const { dataset } = document.documentElement
    if (active === null || active === 'production') delete dataset.mode
    else dataset.mode = active
  }, [active])
}

function followTheme(theme: 'system' | 'light' | 'dark'): () => void {
  const apply = () => {
    const shown = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme
    document.documentElement.dataset.theme = shown
  }
  apply()
  dark.addEventListener('change', apply)
  return () => dark.removeEventListener('change', apply)
}
