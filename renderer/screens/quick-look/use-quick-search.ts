import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import type { Sale } from '../../../shared/payment/sale'
import { everySale } from '../../../shared/payment/sales-filter'
import { closeQuickLook } from '../../state/quick-look-store'
import { type FoundList, useFoundSales } from '../../state/use-found-sales'
import { show } from '../../state/view-store'

/** As many as a cashier looks through; more is a question for Payments. */
const shownAtOnce = 12

interface QuickSearch {
  text: string
  setText: (text: string) => void
  list: FoundList
  /** The one that Enter opens: the newest, until a person moves. */
  chosen: Sale | undefined
  choose: (saleId: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  openSale: (saleId: string) => void
}

function openSale(saleId: string): void {
  closeQuickLook()
  show({ name: 'live', saleId })
}

/** What is typed, what it finds, and which of it is chosen. */
export function useQuickSearch(): QuickSearch {
  const [text, setText] = useState('')
  const [entered, setEntered] = useState(false)
  const [chosenId, choose] = useState<string | null>(null)
  const filter = useMemo(
    () => ({ ...everySale, phone: 'ending' as const, text: text.trim() }),
    [text],
  )
  const list = useFoundSales(filter, shownAtOnce)
  const index = Math.max(
    0,
    list.sales.findIndex(({ id }) => id === chosenId),
  )
  const chosen = list.sales[index]

  useEffect(() => {
    if (chosen) document.getElementById(`quick-${chosen.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      choose(list.sales[index + step]?.id ?? chosenId)
    }
    if (event.key === 'Enter') setEntered(true)
  }
  // What was typed last may not have been searched yet: Enter waits, and opens nobody else's payment.
  useEffect(() => {
    if (!entered || !list.current) return
    setEntered(false)
    if (chosen) openSale(chosen.id)
  })
  return {
    text,
    setText: typed => {
      setText(typed)
      choose(null)
      setEntered(false)
    },
    ...{ list, chosen, choose, onKeyDown, openSale },
  }
}
