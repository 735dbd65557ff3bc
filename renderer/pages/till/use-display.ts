import { useEffect } from 'react'
import { speak } from '../../i18n/i18n'
import { useTillStore } from '../../stores/till-store'
import { followTheme, markMode } from '../../ui/theme/theme'

/** Puts the chosen colours, language and connection on the page as a whole. */
export function useDisplay(): void {
  const theme = useTillStore(store => store.till?.settings.display.theme ?? 'system')
  const language = useTillStore(store => store.till?.settings.display.language)
  const textSize = useTillStore(store => store.till?.settings.display.textSize ?? '100')
  const active = useTillStore(store => store.till?.active ?? null)
  useEffect(() => followTheme(theme), [theme])
  useEffect(() => {
    if (language) speak(language)
  }, [language])
  useEffect(() => {
    document.documentElement.dataset.textSize = textSize
  }, [textSize])
  useEffect(() => markMode(active), [active])
}
