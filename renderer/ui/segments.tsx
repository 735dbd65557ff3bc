import { RadioGroup } from 'radix-ui'
import { type FocusEvent, type KeyboardEvent, useRef } from 'react'
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
  const radio = useRadioChoice(options, onChange)
  return (
    <RadioGroup.Root
      {...radio.group}
      className={classNames(styles.segments, className)}
      orientation="horizontal"
      aria-label={label}
      value={value}
    >
      {options.map(option => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          className={styles.segment}
          {...radio.item}
        >
          {option.icon && <Icon name={option.icon} />}
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}

const arrowKeys = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'])

/**
 * What a group of radio buttons and each of them are told, so that the chosen option is reported and the
 * arrow keys choose what they move to.
 * HAZARD: Radix moves the focus in a task of its own and chooses only while the key is still down then: a
 * key that is up sooner (fast fingers, a busy computer) moved the ring and left the choice where it was.
 */
export function useRadioChoice<Value extends string>(
  options: readonly { value: Value }[],
  onChange: (value: Value) => void,
) {
  const moving = useRef<boolean>(false)
  return {
    group: {
      onKeyDownCapture: ({ key }: KeyboardEvent) => {
        moving.current = arrowKeys.has(key)
      },
      onValueChange: (chosen: string) => {
        const option = options.find(({ value }) => value === chosen)
        if (option) onChange(option.value)
      },
    },
    item: {
      onFocus: ({ currentTarget }: FocusEvent<HTMLButtonElement>) => {
        if (!moving.current) return
        moving.current = false
        currentTarget.click()
      },
    },
  }
}
