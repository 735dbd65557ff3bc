import { useEffect, useState } from 'react'
import type { CustomerView } from '../../../shared/customer-view'
import { listen, till } from '../../bridge/till'

/** What main says is to be shown; null until it has said so. */
export function useCustomerView(): CustomerView | null {
  const [view, setView] = useState<CustomerView | null>(null)
  useEffect(() => {
    // Listens first and asks then: main sends in order, so whatever comes later is newer.
    const stop = listen('customerViewChanged', setView)
    till.customer.view().then(answer => {
      // A failure is the cashier's to see, on the till: an empty page is all that a customer gets.
      if (answer.ok) setView(answer.value)
    })
    return stop
  }, [])
  return view
}
