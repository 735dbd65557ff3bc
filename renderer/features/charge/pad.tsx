import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Item } from '../../../shared/charging'
import { groupDigits } from '../../../shared/money'
import { addItem, useChargeForm } from '../../stores/charge-form'
import { useTill } from '../../stores/till-store'
import type { PadKey } from '../../typing/amount-typing'
import { classNames } from '../../ui/class-names'
import { Dialog } from '../../ui/dialog'
import { Icon } from '../../ui/icons/icon'
import pad from '../../ui/key-pad.module.css'
import layout from '../../ui/layout.module.css'
import styles from './pad.module.css'

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

/** So many fit in two lines of four. */
const inSight = 8

/** What the shop sells often, one press each. The focus stays where it was. */
export function Items() {
  const { t } = useTranslation()
  const items = useTill(state => state.settings.charging.items)
  const [all, setAll] = useState(false)
  if (items.length === 0) return null
  const shown = items.length > inSight ? items.slice(0, inSight - 1) : items
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would ask for a visible legend
    <div
      className={styles.items}
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
            <div className={classNames(layout.scrolls, styles.allItems)}>
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
