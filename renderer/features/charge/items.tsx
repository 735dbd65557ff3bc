import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Item } from '../../../shared/charging'
import { groupDigits } from '../../../shared/money'
import { addItem, useChargeForm } from '../../stores/charge-form'
import { useTill } from '../../stores/till-store'
import { classNames } from '../../ui/class-names'
import { Dialog } from '../../ui/dialog'
import layout from '../../ui/layout.module.css'
import styles from './amount.module.css'

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
      <Dialog
        open={all}
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
