import { useTranslation } from 'react-i18next'
import { lineAmount, lineLabel, type SaleLine } from '../../shared/payment/lines'
import { Icon } from '../ui/icons/icon'
import styles from './sale-parts.module.css'

interface SaleLinesProps {
  lines: readonly SaleLine[]
  /** Takes one of the line at this place away; without it the list only shows. */
  onLess?: (place: number) => void
}

/** What is sold, with what each line comes to. */
export function SaleLines({ lines, onLess }: SaleLinesProps) {
  const { t } = useTranslation()
  if (lines.length === 0) return null
  return (
    <ul className={styles.lines} aria-label={t('settings.tab.items')}>
      {lines.map((line, place) => (
        <li key={`${line.name} ${line.price}`}>
          <span>{lineLabel(line, t('items.other'))}</span>
          <b>{lineAmount(line)}</b>
          {onLess && (
            <button
              type="button"
              // The focus stays in the field that is typed in.
              onPointerDown={event => event.preventDefault()}
              aria-label={t('items.less', { name: line.name })}
              onClick={() => onLess(place)}
            >
              <Icon name="minus" size="s" />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
