import { type ReactNode, type SubmitEvent, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../shared/ipc/result'
import { useSettled } from '../hooks/use-settled'
import { useSlow } from '../hooks/use-slow'
import { noteOpened } from '../typing/enter-press'
import { Button } from './button'
import styles from './dialog.module.css'
import { FailureNotice } from './failure-notice'

export interface DialogProps {
  onClose: () => void
  title: string
  text: ReactNode
  confirm: string
  /** What it says for closing without it, where nothing would be cancelled. */
  cancel?: string
  /** Closing stops nothing that the button has begun: while that takes long, the dialog says so. */
  goesOn?: boolean
  danger?: boolean
  busy?: boolean
  failure?: Failure | null
  /** Begins on the button that confirms: for what is asked only to be looked at once more. */
  confirmFirst?: boolean
  onConfirm: () => void
  children?: ReactNode
}

/**
 * Asks before something that cannot be taken back. The browser's own modal dialog: it keeps the focus
 * in, makes the rest inert, closes on Escape and gives the focus back, with no style element that the
 * content security policy would forbid. It is open while it is rendered.
 */
export function Dialog(props: DialogProps) {
  const { onClose, title, text, confirm, cancel, danger, busy = false, failure, onConfirm } = props
  const confirmFirst = props.confirmFirst ?? false
  const leaves = useSlow(busy) && (props.goesOn ?? false)
  const { t } = useTranslation()
  const id = useId()
  const box = useRef<HTMLDialogElement>(null)
  // A double press of Enter opens the dialog: its second Enter must not confirm it.
  const settled = useSettled(id)
  const waits = busy || (confirmFirst && !settled)
  useLayoutEffect(() => {
    const dialog = box.current
    noteOpened()
    if (!dialog?.open) dialog?.showModal()
    focusFirst(dialog, confirmFirst)
    // Closed while it is still in the page: one that is only taken out of it gives no focus back.
    return () => {
      noteOpened()
      dialog?.close()
      requestAnimationFrame(focusScreen)
    }
  }, [confirmFirst])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // React carries events out of a portal: the form that the dialog was opened from must not hear it.
    event.stopPropagation()
    if (!waits) onConfirm()
  }
  return createPortal(
    <dialog
      ref={box}
      role="alertdialog"
      className={styles.box}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <h2 id={`${id}-title`} className={styles.title}>
          {title}
        </h2>
        <div id={`${id}-text`} className={styles.text}>
          {text}
        </div>
        {props.children}
        {failure && <FailureNotice failure={failure} />}
        <output className={styles.goesOn}>{leaves && t('app.goesOn')}</output>
        <div className={styles.buttons}>
          <Button data-cancel onClick={onClose}>
            {leaves ? t('app.close') : (cancel ?? t('app.cancel'))}
          </Button>
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            enter={confirmFirst}
            busy={waits}
          >
            {confirm}
          </Button>
        </div>
      </form>
    </dialog>,
    document.body,
  )
}

/** What opened a dialog may be gone once it was answered: the screen then begins where it begins. */
function focusScreen(): void {
  if (document.activeElement !== document.body) return
  const first = document.querySelector<HTMLElement>('main [data-begin], main h1[tabindex]')
  first?.focus({ preventScroll: true })
}

/** A dialog that asks for something begins there; any other begins on its harmless button. */
function focusFirst(box: HTMLDialogElement | null, confirmFirst: boolean): void {
  const asked = confirmFirst
    ? '[type="submit"]'
    : '[data-begin], [role="radio"], input:not([aria-hidden])'
  const first = box?.querySelector<HTMLElement>(asked) ?? box?.querySelector('[data-cancel]')
  if (first instanceof HTMLElement) first.focus()
}
