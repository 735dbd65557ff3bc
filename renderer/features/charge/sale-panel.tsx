import { type ChangeEvent, type RefObject, useId, useLayoutEffect, useReducer, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isSum } from '../../../shared/amount'
import { groupDigits } from '../../../shared/money'
import type { SaleLine } from '../../../shared/payment/lines'
import { SaleLines } from '../../sale-status/payment-parts'
import { takeItem } from '../../stores/charge-form'
import type { Problem } from '../../stores/charge-problems'
import { useTill } from '../../stores/till-store'
import { type AmountEdit, readTotal, typeAmount } from '../../typing/amount-typing'
import { classNames } from '../../ui/class-names'
import field from '../../ui/field.module.css'
import { Icon } from '../../ui/icons/icon'
import styles from './sale-panel.module.css'

interface SalePanelProps {
  input: RefObject<HTMLInputElement | null>
  currency: string
  text: string
  lines: readonly SaleLine[]
  /** What is left to pay of a sale: nothing is typed over it. */
  fixed: boolean
  problem: Problem | undefined
  onChange: (text: string) => void
  onBlur: () => void
}

/**
 * What is sold in one panel: a line for each item, one for the amount that is typed, and the sum, the largest number
 * of the screen. Typed alone, the amount is the sum. Its digits are grouped while they are typed.
 */
export function SalePanel(props: SalePanelProps) {
  const { input, currency, text, lines, fixed, problem, onChange, onBlur } = props
  const { t } = useTranslation()
  const id = useId()
  const discounts = useTill(state => state.settings.charging.discountLimit !== null)
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
    const next = typeAmount(text, typed, editOf(event.nativeEvent), currency, discounts)
    caret.current = next.caret
    redraw()
    onChange(next.text)
  }
  const adds = !fixed && (lines.length > 0 || isSum(text))
  const total = readTotal(text, fixed ? [] : lines, currency)
  const shown = 'value' in total ? groupDigits(total.value) : '…'
  return (
    <section className={styles.panel} data-adds={adds || undefined}>
      {lines.length > 0 && (
        <div className={styles.lines}>
          <SaleLines lines={lines} {...(!fixed && { onLess: takeItem })} />
        </div>
      )}
      <div className={styles.line}>
        <label htmlFor={id}>{t('field.amount')}</label>
        {!adds && <span className={styles.currency}>{currency}</span>}
        <input
          ref={input}
          id={id}
          name="amount"
          data-begin
          className={styles.input}
          data-long={adds ? undefined : lengthOf(text)}
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
      {adds && (
        <p className={styles.sum}>
          <span className={styles.currency}>{currency}</span>
          <output aria-label={t('charge.sum')} data-long={lengthOf(shown)}>
            {shown}
          </output>
        </p>
      )}
    </section>
  )
}

function editOf(event: Event): AmountEdit {
  if (!(event instanceof InputEvent)) return 'paste'
  const { inputType, data } = event
  if (inputType === 'deleteContentForward') return 'deletion-forward'
  if (inputType.startsWith('delete')) return 'deletion'
  if (inputType !== 'insertText') return 'paste'
  if (/^[\d+*×xX−-]+$/.test(data ?? '')) return 'keys'
  return data?.length === 1 ? 'other' : 'paste'
}

/** A long amount is shown smaller. */
function lengthOf(text: string): 'long' | 'very' | undefined {
  const { length } = text.replaceAll(',', '')
  if (length > 11) return 'very'
  return length > 7 ? 'long' : undefined
}
