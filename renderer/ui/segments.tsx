import type { KeyboardEvent } from 'react'
import { isEnter } from '../typing/is-enter'
import { classNames } from './class-names'
import { Icon, type IconName } from './icons/icon'
import styles from './segments.module.css'

interface Option<Value extends string> {
  value: Value
  label: string
  icon?: IconName
}

interface SegmentsProps<Value extends string> {
  label: string
  value: Value
  options: readonly Option<Value>[]
  onChange: (value: Value) => void
  className?: string | undefined
}

/** A choice of a few, side by side: real radio buttons, moved with the arrow keys. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, value, options, onChange, className } = props
  const radio = useRadioChoice(options, value, onChange)
  return (
    <div
      {...radio.group}
      role="radiogroup"
      className={classNames(styles.segments, className)}
      aria-label={label}
    >
      {options.map(option => (
        <button key={option.value} {...radio.item(option.value)} className={styles.segment}>
          {option.icon && <Icon name={option.icon} />}
          {option.label}
        </button>
      ))}
    </div>
  )
}

/** The keys that move a choice, and which way. */
const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
}

/**
 * What makes a group of buttons a group of radio buttons (WAI-ARIA): Tab reaches the chosen one, or the first where
 * none is, and the arrow keys choose what they move to.
 */
export function useRadioChoice<Value extends string>(
  options: readonly { value: Value }[],
  value: Value | null,
  onChange: (value: Value) => void,
) {
  const reached = options.find(option => option.value === value) ?? options[0]
  const choose = (chosen: Value) => {
    if (chosen !== value) onChange(chosen)
  }
  return {
    group: {
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        // A radio button is chosen by Space.
        if (isEnter(event)) event.preventDefault()
        const step = steps[event.key]
        if (step === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey)
          return
        event.preventDefault()
        const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')]
        const from = buttons.indexOf(event.target as HTMLElement)
        const next = (from + step + buttons.length) % buttons.length
        buttons[next]?.focus()
        const option = options[next]
        if (option) choose(option.value)
      },
    },
    item: (option: Value) => ({
      type: 'button' as const,
      role: 'radio',
      'aria-checked': option === value,
      'data-state': option === value ? 'checked' : 'unchecked',
      tabIndex: option === reached?.value ? 0 : -1,
      onClick: () => choose(option),
    }),
  }
}
