import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../shared/ipc/result'
import type { Sale } from '../../shared/payment/sale'
import { Dialog } from '../ui/dialog'
import { FailureNotice } from '../ui/failure-notice'
import { amountText, customerLine } from './sale-text'

interface SaleDialogProps extends Omit<ComponentProps<typeof Dialog>, 'text'> {
  /** Null where this window does not know the sale. */
  sale: Sale | null
  text: string
  failure: Failure | null
}

/** Asks something about a sale. It names the sale, because it covers the one on the screen. */
export function SaleDialog({ sale, text, failure, children, ...dialog }: SaleDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      {...dialog}
      text={
        <>
          {sale && (
            <p>
              <b>{amountText(sale.amount)}</b> · {customerLine(sale, t)}
            </p>
          )}
          <p>{text}</p>
        </>
      }
    >
      {children}
      {failure && <FailureNotice failure={failure} />}
    </Dialog>
  )
}
