import { RadioGroup } from 'radix-ui'
import { classNames } from './class-names'
import { Icon, type IconName } from './icons/icon'
import styles from './segments.module.css'
import { useRadioChoice } from './use-radio-choice'

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
