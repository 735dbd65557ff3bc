import { useEffect } from 'react'
import { resultOf } from '../../shared/payment/result'
import { acknowledge, useUnseen } from '../stores/unseen-store'
import { useView } from '../stores/view-store'

/**
 * Whoever has a payment before them sees how it ended. Only PAID is not done with by being on the
 * screen: it stays until a person says so, or goods are given for it.
 */
export function useLookedAt(): void {
  const shown = useView(({ view }) => ('saleId' in view ? view.saleId : null))
  const sale = useUnseen().find(({ id }) => id === shown)
  const looked = sale && resultOf(sale) !== 'paid' ? sale.id : null
  useEffect(() => {
    if (looked === null) return
    const look = () => {
      if (document.hasFocus()) acknowledge(looked)
    }
    look()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [looked])
}
