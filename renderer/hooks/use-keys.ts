import { useEffect } from 'react'
import { tinykeys } from 'tinykeys'

/**
 * Does what keys stand for while the part is shown, also while something is typed. Keys are written as tinykeys
 * reads them. `capture`: before any field hears them.
 */
export function useKeys(
  actions: Readonly<Record<string, () => void>>,
  { capture = false }: { capture?: boolean } = {},
): void {
  useEffect(() => {
    const bindings = Object.entries(actions).map(([keys, act]) => {
      const press = (event: KeyboardEvent) => {
        event.preventDefault()
        act()
      }
      return [keys, press] as const
    })
    return tinykeys(window, Object.fromEntries(bindings), { capture })
  })
}
