import type { TillMode } from '../../../shared/customer-view'
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

/** Tints the page, or takes the tint away. */
export function markMode(mode: TillMode | null): void {
  const { dataset } = document.documentElement
  if (mode === null) delete dataset.mode
  else dataset.mode = mode
}
