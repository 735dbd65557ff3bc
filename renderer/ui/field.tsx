import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names'
import { emptiedWhenGone } from './emptied-when-gone'
import styles from './field.module.css'
import { Icon } from './icons/icon'

interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'ref'> {
  label: string
  /** Said next to the label, such as "optional". Not part of the field's name. */
  aside?: string
  hint?: ReactNode
  error?: string | null
  /** A control at the end of the line. */
  trailing?: ReactNode
}

/** A labelled line of text with its hint, or with what is wrong and what to do. */
export function Field(props: FieldProps) {
  const { label, aside, hint, error, trailing, className, ...input } = props
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div className={classNames(styles.field, className)}>
      <span className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {aside && <small>{aside}</small>}
      </span>
      <span className={styles.line}>
        <input
          autoComplete="off"
          spellCheck={false}
          {...input}
          ref={emptiedWhenGone}
          id={id}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? noteId : undefined}
        />
        {trailing}
      </span>
      {note && (
        <span id={noteId} className={classNames(styles.note, error && styles.error)}>
          {error && <Icon name="warn" size="s" />}
          <span>{note}</span>
        </span>
      )}
    </div>
  )
}
