import { useTranslation } from 'react-i18next'
import type { Sale } from '../../shared/payment/sale'
import { amountText, customerLine } from './sale-text'

/** What a dialog asks, under the sale that it asks about: the dialog lies over the one on the screen. */
export function AboutSale({ sale, text }: { sale: Sale; text: string }) {
  const { t } = useTranslation()
  return (
    <>
      <p>
        <b>{amountText(sale.amount)}</b> · {customerLine(sale, t)}
      </p>
      <p>{text}</p>
    </>
  )
}
