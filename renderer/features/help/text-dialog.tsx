import { type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import dialog from '../../ui/dialog.module.css'

interface TextDialogProps {
  title: string
  className?: string | undefined
  onClose: () => void
  children: ReactNode
}

/** A text over the screen, to be read and closed. With another title it is another text, and begins at its beginning. */
export function TextDialog({ title, className, onClose, children }: TextDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const box = useRef<HTMLDialogElement>(null)
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!box.current?.open) box.current?.showModal()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `title` is only a signal: another text is shown
  useEffect(() => {
    if (text.current) text.current.scrollTop = 0
    text.current?.focus()
  }, [title])
  return createPortal(
    <dialog
      ref={box}
      className={classNames(dialog.box, className)}
      aria-labelledby={id}
      onClose={onClose}
    >
      {/* It scrolls, so the arrow keys have to reach it. */}
      <div ref={text} className={dialog.form} tabIndex={-1}>
        <h2 id={id} className={dialog.title}>
          {title}
        </h2>
        {children}
        <div className={dialog.buttons}>
          <Button variant="primary" onClick={onClose}>
            {t('app.close')}
          </Button>
        </div>
      </div>
    </dialog>,
    document.body,
  )
}
