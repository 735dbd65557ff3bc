import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/ipc/answer'
import { isOpen } from '../../../shared/payment/actions'
import { readPhoneNumber } from '../../../shared/phone'
import { Button } from '../../parts/button'
import { FailureNotice } from '../../parts/failure-notice'
import { useSales } from '../../state/sales-store'
import { useTill } from '../../state/till-store'
import { show } from '../../state/view-store'
import { useChargeForm } from './charge-form'

/** Why the sale was not taken. Where another sale is in the way, it is one press away. */
export function ChargeFailure({ failure }: { failure: Failure }) {
  const { t } = useTranslation()
  const inTheWay = useSaleInTheWay(failure)
  return (
    <FailureNotice failure={failure}>
      {inTheWay && (
        <Button onClick={() => show({ name: 'live', saleId: inTheWay })}>{t('charge.busy')}</Button>
      )}
    </FailureNotice>
  )
}

function useSaleInTheWay(failure: Failure): string | null {
  const country = useTill(state => state.settings.shop.country)
  const phone = useChargeForm(form => form.fields.phone)
  const msisdn = readPhoneNumber(phone, country)?.msisdn
  const busy = useSales(({ byId }) =>
    Object.values(byId).find(sale => sale.msisdn === msisdn && isOpen(sale)),
  )
  return failure.code === 'phone-number-busy' ? (busy?.id ?? null) : null
}
