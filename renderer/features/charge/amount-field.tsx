import {
  type ChangeEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { type AmountReading, isSum, readAmount } from '../../../shared/amount'
import type { Item } from '../../../shared/charging'
import { groupDigits } from '../../../shared/money'
import { addItem, useChargeForm } from '../../stores/charge-form'
import type { Problem } from '../../stores/charge-problems'
import { useTill } from '../../stores/till-store'
import { type AmountEdit, type PadKey, typeAmount } from '../../typing/amount-typing'
import { classNames } from '../../ui/class-names'
import { Dialog } from '../../ui/dialog'
import field from '../../ui/field.module.css'
import { Icon } from '../../ui/icons/icon'
import pad from '../../ui/key-pad.module.css'
import layout from '../../ui/layout.module.css'
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
export function AmountField(props: AmountFieldProps) {
  const { input, currency, text, total, fixed, problem, onChange, onBlur } = props
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
    const next = typeAmount(text, typed, editOf(event.nativeEvent), currency)
    caret.current = next.caret
    redraw()
    onChange(next.text)
  }
  return (
    <div className={field.field}>
      <span className={classNames(field.head, styles.head)}>
        <label htmlFor={id}>{t('field.amount')}</label>
        {!problem && <SumResult text={text} currency={currency} total={total} />}
      </span>
      <div className={styles.line}>
        <span className={styles.currency}>{currency}</span>
        <input
          ref={input}
          id={id}
          name="amount"
          data-begin
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
  if (!(event instanceof InputEvent)) return 'paste'
  const { inputType, data } = event
  if (inputType === 'deleteContentForward') return 'deletion-forward'
  if (inputType.startsWith('delete')) return 'deletion'
  if (inputType !== 'insertText') return 'paste'
  if (/^[\d+*×xX]+$/.test(data ?? '')) return 'keys'
  return data?.length === 1 ? 'other' : 'paste'
}

/** A sum is longer than any amount: it is shown smaller, and its result next to the label. */
function lengthOf(text: string): 'long' | 'very' | undefined {
  const { length } = text.replaceAll(',', '')
  if (length > 11) return 'very'
  return length > 7 ? 'long' : undefined
}

/** What a sum comes to so far, while it is typed. */
function SumResult({
  text,
  currency,
  total,
}: Pick<AmountFieldProps, 'text' | 'currency' | 'total'>) {
  if (total === null && !isSum(text)) return null
  const read = total ?? readAmount(text, currency)
  return (
    <output className={styles.result}>= {'value' in read ? groupDigits(read.value) : '…'}</output>
  )
}

/** As on a keyboard's number pad, with what changes the amount at the end of each row. */
const keys: readonly PadKey[] = [
  ...(['7', '8', '9', 'back', '4', '5', '6', '×'] as const),
  ...(['1', '2', '3', '+', '0', '00', '000', 'clear'] as const),
]

const words = { back: 'clear', '×': 'times', '+': 'plus', clear: 'clearAll' } as const

function isEdit(key: PadKey): key is keyof typeof words {
  return key in words
}

/**
 * The keys for fingers and mice, for the amount or, while it has the focus, the phone number. A keyboard
 * types into the field itself, so the pad is no tab stop, and pressing it leaves the focus where it was.
 */
export function Numpad({ onPress }: { onPress: (key: PadKey) => void }) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would ask for a visible legend
    <div
      className={styles.pad}
      role="group"
      aria-label={t('charge.numpad')}
      onPointerDown={event => event.preventDefault()}
    >
      {keys.map(key => (
        <button
          key={key}
          type="button"
          tabIndex={-1}
          className={classNames(pad.key, styles.key)}
          data-edit={isEdit(key) || undefined}
          aria-label={isEdit(key) ? t(`charge.${words[key]}`) : undefined}
          onClick={() => onPress(key)}
        >
          {key === 'back' ? <Icon name="backspace" size="m" /> : key === 'clear' ? 'C' : key}
        </button>
      ))}
    </div>
  )
}

/** So many fit in a line of the smallest window. */
const inLine = 7

/** What the shop sells often, one press each. The focus stays where it was. */
export function Items() {
  const { t } = useTranslation()
  const items = useTill(state => state.settings.charging.items)
  const [all, setAll] = useState(false)
  if (items.length === 0) return null
  const shown = items.length > inLine ? items.slice(0, inLine - 1) : items
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would ask for a visible legend
    <div
      className={classNames(layout.wrap2, styles.items)}
      role="group"
      aria-label={t('settings.tab.items')}
      onPointerDown={event => event.preventDefault()}
    >
      {shown.map(item => (
        <ItemButton key={item.name} item={item} />
      ))}
      {shown.length < items.length && (
        <button type="button" tabIndex={-1} className={styles.item} onClick={() => setAll(true)}>
          <b>{t('items.all')}</b>
        </button>
      )}
      {all && (
        <Dialog
          onClose={() => setAll(false)}
          onConfirm={() => setAll(false)}
          title={t('settings.tab.items')}
          text={
            <div className={classNames(layout.wrap2, layout.scrolls, styles.allItems)}>
              {items.map(item => (
                <ItemButton key={item.name} item={item} />
              ))}
            </div>
          }
          confirm={t('items.done')}
        />
      )}
    </div>
  )
}

/** An item with its price and how many of it are in the sale. */
function ItemButton({ item }: { item: Item }) {
  const quantity = useChargeForm(
    ({ lines }) =>
      lines.find(({ name, price }) => name === item.name && price === item.price)?.quantity,
  )
  return (
    <button type="button" tabIndex={-1} className={styles.item} onClick={() => addItem(item)}>
      <b>{item.name}</b>
      <span>
        {groupDigits(item.price)} {quantity !== undefined && <i>{quantity}</i>}
      </span>
    </button>
  )
}
