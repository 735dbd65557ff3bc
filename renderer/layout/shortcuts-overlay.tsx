import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useHotkeys } from 'react-hotkeys-hook'
import { useTranslation } from 'react-i18next'
import { show } from '../stores/view-store'
import { Button } from '../ui/button'
import dialog from '../ui/dialog.module.css'
import { type Shortcut, shortcuts } from '../ui/shortcuts'
import { ShortcutsList } from '../ui/shortcuts-list'

/** The shortcuts themselves, and their list when it is asked for. */
export function Shortcuts() {
  const { listed, closeList } = useShortcuts()
  return listed ? createPortal(<Overlay onClose={closeList} />, document.body) : null
}

function Overlay({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!box.current?.open) box.current?.showModal()
  }, [])
  return (
    <dialog ref={box} className={dialog.box} aria-labelledby={id} onClose={onClose}>
      <div className={dialog.form}>
        <h2 id={id} className={dialog.title}>
          {t('shortcuts.title')}
        </h2>
        <ShortcutsList />
        <div className={dialog.buttons}>
          <Button variant="primary" onClick={onClose}>
            {t('app.close')}
          </Button>
        </div>
      </div>
    </dialog>
  )
}

/** Listens for the shortcuts, also while something is typed; not behind an open dialog. */
function useShortcuts(): { listed: boolean; closeList: () => void } {
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
