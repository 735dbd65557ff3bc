import { useState } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { show } from '../stores/view-store'
import { type Shortcut, shortcuts } from '../ui/shortcuts'

/** Listens for the shortcuts, also while something is typed; not behind an open dialog. */
export function useShortcuts(): { listed: boolean; closeList: () => void } {
  const [listed, setListed] = useState(false)
  const press = (shortcut: Shortcut | undefined) => {
    if (document.querySelector('dialog[open]')) return
    if (shortcut?.to) show(shortcut.to)
    else setListed(true)
  }
  useHotkeys(
    shortcuts.map(({ keys }) => keys),
    (_event, pressed) => press(shortcuts.find(({ keys }) => keys === pressed.hotkey)),
    { enableOnFormTags: true, preventDefault: true },
  )
  return { listed, closeList: () => setListed(false) }
}
