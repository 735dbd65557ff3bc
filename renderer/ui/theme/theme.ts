import type { ConnectionKind } from '../../../shared/connection'
import type { DisplaySettings } from '../../../shared/settings'

const dark = window.matchMedia('(prefers-color-scheme: dark)')

/** Puts the chosen colours on the page; the function it returns stops following the computer's. */
export function followTheme(theme: DisplaySettings['theme']): () => void {
  const apply = () => {
    const shown = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme
    document.documentElement.dataset.theme = shown
  }
  apply()
  dark.addEventListener('change', apply)
  return () => dark.removeEventListener('change', apply)
}

/** Tints the page where no real money moves. */
export function markMode(active: ConnectionKind | null): void {
  const { dataset } = document.documentElement
  if (active === null || active === 'production') delete dataset.mode
  else dataset.mode = active
}
