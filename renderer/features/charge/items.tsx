import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Item } from '../../../shared/charging'
import { groupDigits } from '../../../shared/money'
import { addItem, useChargeForm } from '../../stores/charge-form'
import { useTill } from '../../stores/till-store'
import { classNames } from '../../ui/class-names'
import { Dialog } from '../../ui/dialog'
import layout from '../../ui/layout.module.css'
import styles from './items.module.css'

const inLine = 4
/** So many fit in two lines. */
const inSight = 2 * inLine

/** What the shop sells often, one press each; the rest is in a dialog, whose Cancel takes back what was pressed in it. */
export function Items() {
  const { t } = useTranslation()
  const items = useTill(state => state.settings.charging.items)
  const [before, setBefore] = useState<Before | null>(null)
  if (items.length === 0) return null
  return (
    <>
      <ItemGroup
        items={items}
        most={inSight}
        onAll={() => {
          const { lines, filledBy } = useChargeForm.getState()
          setBefore({ lines, filledBy })
        }}
      />
      {before !== null && (
        <Dialog
          onClose={() => {
            useChargeForm.setState(before)
            setBefore(null)
          }}
          onConfirm={() => setBefore(null)}
          title={t('settings.tab.items')}
          text={<ItemGroup items={items} most={items.length} begins />}
          confirm={t('items.done')}
        />
      )}
    </>
  )
}

type Before = Pick<ReturnType<typeof useChargeForm.getState>, 'lines' | 'filledBy'>

interface ItemGroupProps {
  items: readonly Item[]
  /** More than these are behind one more button, until letters are typed. */
  most: number
  onAll?: () => void
  /** The dialog that it is in begins here. */
  begins?: boolean
}

/**
 * One stop of the keyboard: arrows move through the items, Enter or Space adds one, and typed letters leave those whose
 * names have them. A pointer leaves the focus where it was.
 */
function ItemGroup({ items, most, onAll, begins }: ItemGroupProps) {
  const { t } = useTranslation()
  const id = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const [typed, setTyped] = useState('')
  /** The name of the one that Tab comes to; the first where it is not shown. */
  const [reached, setReached] = useState('')
  const found = withLetters(items, typed)
  const shown = found.length > most ? found.slice(0, most - 1) : found
  const stop = shown.find(({ name }) => name === reached) ?? shown[0]

  const buttons = () => [...(group.current?.querySelectorAll('button') ?? [])]
  const filter = (letters: string) => {
    const hadFocus = group.current?.contains(document.activeElement)
    const from = (document.activeElement as HTMLElement | null)?.dataset.name
    flushSync(() => setTyped(letters))
    const same = buttons().find(({ dataset }) => dataset.name === from)
    if (hadFocus) (letters === '' ? (same ?? buttons()[0]) : buttons()[0])?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const next = typedAfter(typed, event.key)
    const step = stepsOf[event.key]
    if (next !== null) {
      event.preventDefault()
      // A letter that leaves nothing is not taken.
      if (withLetters(items, next).length > 0) filter(next)
    } else if (step !== undefined) {
      event.preventDefault()
      const all = buttons()
      const at = all.indexOf(event.target as HTMLButtonElement)
      all[Math.min(Math.max(at + step, 0), all.length - 1)]?.focus()
    }
  }
  return (
    <fieldset
      ref={group}
      className={classNames(styles.items, begins && layout.scrolls)}
      aria-label={t('settings.tab.items')}
      aria-describedby={id}
      onPointerDown={event => event.preventDefault()}
      onKeyDown={onKeyDown}
      onFocus={event => setReached(event.target.dataset.name ?? '')}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) setTyped('')
      }}
    >
      {shown.map(item => (
        <ItemButton
          key={item.name}
          item={item}
          isStop={item === stop && !(reached === all && shown.length < found.length)}
          begins={begins && item === shown[0]}
          onAdd={() => typed !== '' && filter('')}
        />
      ))}
      {shown.length < found.length && (
        <button
          type="button"
          data-name={all}
          tabIndex={reached === all ? 0 : -1}
          className={styles.item}
          onClick={onAll}
        >
          <b>{t('items.all')}</b>
        </button>
      )}
      <output id={id} className={styles.typed}>
        {typed !== '' && t('items.filtered', { letters: typed, number: found.length })}
      </output>
    </fieldset>
  )
}

/** No item has this name: an item's name is not empty, and has no blank at its end. */
const all = ' '

const stepsOf: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: inLine,
  ArrowUp: -inLine,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** The letters after a key; null where it is not for them. A digit alone is an amount's or a code's. */
function typedAfter(typed: string, key: string): string | null {
  if (typed !== '' && key === 'Escape') return ''
  if (typed !== '' && key === 'Backspace') return typed.slice(0, -1)
  return /^\p{L}$/u.test(key) || (typed !== '' && /^\d$/.test(key)) ? typed + key : null
}

function withLetters(items: readonly Item[], typed: string): readonly Item[] {
  const letters = typed.toLocaleLowerCase()
  return items.filter(({ name }) => name.toLocaleLowerCase().replaceAll(' ', '').includes(letters))
}

interface ItemButtonProps {
  item: Item
  isStop: boolean
  begins?: boolean | undefined
  onAdd: () => void
}

/** An item with its price and how many of it are in the payment. */
function ItemButton({ item, isStop, begins, onAdd }: ItemButtonProps) {
  const quantity = useChargeForm(
    ({ lines }) =>
      lines.find(({ name, price }) => name === item.name && price === item.price)?.quantity,
  )
  return (
    <button
      type="button"
      data-name={item.name}
      data-begin={begins || undefined}
      tabIndex={isStop ? 0 : -1}
      className={styles.item}
      onClick={() => {
        addItem(item)
        onAdd()
      }}
    >
      <b>{item.name}</b>
      <span>
        {groupDigits(item.price)} {quantity !== undefined && <i>{quantity}</i>}
      </span>
    </button>
  )
}
