import { useTranslation } from 'react-i18next'
import { needsResolving } from '../../../shared/payment/actions'
import type { Sale } from '../../../shared/payment/sale'
import { formatMsisdn } from '../../../shared/phone'
import { useNow } from '../../hooks/use-now'
import { formatDayMinute } from '../../i18n/clock-time'
import { agoOf } from '../../i18n/span-text'
import { displayStatusOf } from '../../sale-status/display-status'
import { toneAndIcon } from '../../sale-status/presenter'
import { afterwards, fullName, stateText } from '../../sale-status/sale-text'
import { StateIcon } from '../../sale-status/state-tag'
import { classNames } from '../../ui/class-names'
import { Money } from '../../ui/money'
import tones from '../../ui/tones.module.css'
import styles from './did-it-go-through.module.css'
import { ownRowId } from './use-text-search'

interface FoundSaleProps {
  sale: Sale
  chosen: boolean
  onPoint: () => void
  onOpen: () => void
}

/** One payment, to be read from where the cashier stands: the word, the money, the phone's last digits. */
export function FoundSale({ sale, chosen, onPoint, onOpen }: FoundSaleProps) {
  const { t } = useTranslation()
  const status = displayStatusOf(sale)
  const toDo = needsResolving(sale)
  return (
    // The field above has the keyboard: it moves through these, and opens them.
    <div
      id={ownRowId(sale)}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      className={classNames(styles.sale, tones[toneAndIcon(status).tone])}
      onPointerMove={onPoint}
      onClick={onOpen}
      onKeyDown={undefined}
    >
      <StateIcon status={status} />
      <span className={styles.state}>
        <b>{stateText(sale, t)}</b>
        {toDo && <small className={styles.toDo}>{t('recent.toDo')}</small>}
        {afterwards(sale, t).map(text => (
          <small key={text}>{text}</small>
        ))}
      </span>
      <Money amount={sale.amount} />
      <span className={styles.who}>
        {sale.customerRemoved === null && (
          <b>{t('search.phoneEnds', { digits: formatMsisdn(sale.msisdn).slice(-3) })}</b>
        )}
        <small>{fullName(sale, t)}</small>
      </span>
      <span className={styles.when}>
        <WhenText at={sale.recordedAt} />
      </span>
    </div>
  )
}

function WhenText({ at }: { at: number }) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const ago = agoOf(at, now)
  if (ago === null) return formatDayMinute(at, now, i18n.language)
  return t(`search.ago.${ago.key}`, { ...ago })
}
