import { type ChangeEvent, type RefObject, useId, useLayoutEffect, useReducer, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { groupDigits } from '../../../shared/money'
import type { Problem } from '../../stores/charge-problems'
import { type AmountReading, isSum } from '../../typing/amount-sum'
import { type AmountEdit, readAmount, typeAmount } from '../../typing/amount-typing'
import { classNames } from '../../ui/class-names'
import field from '../../ui/field.module.css'
import { Icon } from '../../ui/icons/icon'
import styles from './amount.module.css'

interface AmountFieldProps {
  input: RefObject<HTMLInputElement | null>
  currency: string
  text: string
  /** What items and this amount come to; null without items. */
  total: AmountReading | null
  /** What is left to pay of a purchase: nothing is typed over it. */
  fixed: boolean
  problem: Problem | undefined
  onChange: (text: string) => void
  onBlur: () => void
}

/** The amount, huge, with its digits grouped while they are typed. */
export function AmountField({
  input,
  currency,
  text,
  total,
  fixed,
  problem,
  onChange,
  onBlur,
}: AmountFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const caret = useRef<number | null>(null)
  // An edit that leaves the text as it was, such as a comma deleted, still has to place the caret.
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value, selectionStart } = event.target
    const typed = { text: value, caret: selectionStart ?? value.length }
    const next = typeAmount(text, typed, editOf(event.nativeEvent))
    caret.current = next.caret
    redraw()
    onChange(next.text)
  }
  return (
    <div className={field.field}>
      <span className={classNames(field.head, styles.head)}>
        <label htmlFor={id}>{t('field.amount')}</label>
        {!problem && <SumResult text={text} total={total} />}
      </span>
      <div className={styles.line}>
        <span className={styles.currency}>{currency}</span>
        <input
          ref={input}
          id={id}
          name="amount"
          className={styles.input}
          data-long={lengthOf(text)}
          inputMode="numeric"
          autoComplete="off"
          placeholder="0"
          maxLength={80}
          value={text}
          readOnly={fixed}
          onChange={change}
          onBlur={onBlur}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-note` : undefined}
        />
      </div>
      {problem && (
        <span id={`${id}-note`} className={classNames(field.note, field.error)}>
          <Icon name="warn" size="s" />
          <span>{t(`charge.problems.${problem}`)}</span>
        </span>
      )}
    </div>
  )
}

function editOf(event: Event): AmountEdit {
  if (!(event instanceof InputEvent)) return 'other'
  if (event.inputType === 'deleteContentForward') return 'deletion-forward'
  if (event.inputType.startsWith('delete')) return 'deletion'
  return event.inputType === 'insertText' && /^[\d+*×xX]+$/.test(event.data ?? '')
    ? 'keys'
    : 'other'
}

/** A sum is longer than any amount: it is shown smaller, and its result next to the label. */
function lengthOf(text: string): 'long' | 'very' | undefined {
  const { length } = text.replaceAll(',', '')
  if (length > 11) return 'very'
  return length > 7 ? 'long' : undefined
}

/** What a sum comes to so far, while it is typed. */
function SumResult({ text, total }: Pick<AmountFieldProps, 'text' | 'total'>) {
  if (total === null && !isSum(text)) return null
  const read = total ?? readAmount(text)
  return (
    <output className={styles.result}>= {'value' in read ? groupDigits(read.value) : '…'}</output>
  )
}
