import { useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button'
import dialog from '../ui/dialog.module.css'
import { ShortcutsList } from '../ui/shortcuts-list'
import { useShortcuts } from './use-shortcuts'

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
          <Button look="primary" onClick={onClose}>
            {t('shortcuts.close')}
          </Button>
        </div>
      </div>
    </dialog>
  )
}
