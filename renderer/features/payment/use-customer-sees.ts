import { useEffect } from 'react'
import { till } from '../../bridge/till'

/**
 * While a payment is on this screen, the customer's window shows it too. What goes wrong with that is
 * seen there, as nothing: the payment itself is not touched by it.
 */
export function useCustomerSees(saleId: string): void {
  useEffect(() => {
    till.customer.showSale({ saleId })
    return () => {
      till.customer.showSale({ saleId: null })
    }
  }, [saleId])
}
