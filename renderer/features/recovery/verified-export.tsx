import { useTranslation } from 'react-i18next'
import type { ReadBackSale } from '../../../shared/ipc/till-state'
import { formatMsisdn } from '../../../shared/phone'
import { amountText, unbroken } from '../../sale-status/sale-text'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'

/** One sale as it was found: recorded or not, and what to do about it. */
export function ReadBack({ sale, onOpen }: { sale: ReadBackSale; onOpen: () => void }) {
  const { t } = useTranslation()
  const { amount, msisdn, isNew, recorded } = sale
  const isThere = recorded || !isNew
  const what = `${amountText(amount)} · ${unbroken(formatMsisdn(msisdn))}`
  return (
    <Notice
      tone={recorded ? 'brand' : 'unknown'}
      icon={recorded ? 'check' : isThere ? 'alert' : 'cross'}
      title={isThere ? what : t('recovered.notPaid', { what })}
    >
      <p>{t(`recovered.${finding(sale)}`)}</p>
      {isThere && <Button onClick={onOpen}>{t('recovered.open')}</Button>}
    </Notice>
  )
}

function finding({ isNew, recorded }: ReadBackSale) {
  if (isNew) return recorded ? 'newRecorded' : 'newMissing'
  return recorded ? 'stepRecorded' : 'stepMissing'
}
