import { useEffect, useRef, useState } from 'react'
import type { Failure, Result } from '../../../shared/ipc/result'
import type { LookedUp, ServicePayment } from '../../../shared/payment/service-payment'
import { till } from '../../bridge/till'
import { addSales } from '../../stores/sales-store'

/** What the service says of a reference that was typed or scanned. */
export interface LookUp {
  busy: boolean
  payment: ServicePayment | null
  failure: Failure | null
  ask: () => void
}

interface Told {
  reference: string
  answer: Result<LookedUp>
}

/** Asks main about a reference, null where what was typed is none. Other text drops what was told. */
export function useLookUp(reference: string | null, openSale: (saleId: string) => void): LookUp {
  const [asking, setAsking] = useState<string | null>(null)
  const [told, setTold] = useState<Told | null>(null)
  const wanted = useRef(reference)
  useEffect(() => {
    wanted.current = reference
  }, [reference])

  const ask = async () => {
    if (reference === null || asking === reference) return
    setAsking(reference)
    const answer = await till.sales.lookUp({ reference })
    setAsking(now => (now === reference ? null : now))
    // What was typed is something else by now.
    if (wanted.current !== reference) return
    if (!answer.ok || answer.value.kind === 'other') return setTold({ reference, answer })
    addSales([answer.value.sale])
    openSale(answer.value.sale.id)
  }

  const current = told !== null && told.reference === reference ? told.answer : null
  return {
    busy: reference !== null && asking === reference,
    payment: current?.ok && current.value.kind === 'other' ? current.value.payment : null,
    failure: current?.ok === false ? current : null,
    ask,
  }
}
