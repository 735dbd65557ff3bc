import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { Button } from '../../parts/button'
import { useSales } from '../../state/sales-store'
import { useTill } from '../../state/till-store'
import { useNow } from '../../state/use-now'
import { show } from '../../state/view-store'
import { formatSeconds } from '../../words/countdown'
import { faceOf } from '../../words/face'
import { freeIn, holderOf } from '../../words/number-holder'
import { amountText } from '../../words/sale-text'

/** The sale that holds the customer's number: which one, for how long still, and the way to it. */
export function NumberHolder({ msisdn }: { msisdn: string }) {
  const lifetime = useTill(state => state.settings.assumedLifetimeMs)
  const now = useNow()
  const byId = useSales(store => store.byId)
  const holder = holderOf(Object.values(byId), { msisdn, now, lifetime })
  return holder && <Holder sale={holder} lifetime={lifetime} now={now} />
}

function Holder({ sale, lifetime, now }: { sale: Sale; lifetime: number; now: number }) {
  const { t } = useTranslation()
  const offset = useTill(state => state.serviceClockOffset)
  const left = freeIn(sale, { now, lifetime, serviceNow: now + offset })
  return (
    <>
      <p>
        {t('charge.holder.which', {
          amount: amountText(sale.amount),
          state: t(`face.${faceOf(sale)}`),
          age: formatSeconds((now - sale.recordedAt) / 1000),
        })}{' '}
        {left === null
          ? t('charge.holder.untilEnded')
          : t('charge.holder.freeIn', { left: formatSeconds(left / 1000) })}
      </p>
      <Button onClick={() => show({ name: 'live', saleId: sale.id })}>{t('charge.busy')}</Button>
    </>
  )
}
