import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import type { Sale } from '../../../shared/payment/sale'
import { everySale, longestSearch } from '../../../shared/payment/sales-filter'
import { useEnter } from '../../hooks/use-enter'
import { type FoundList, useFoundSales } from '../../hooks/use-found-sales'
import { closeDidItGoThrough } from '../../stores/did-it-go-through-store'
import { show } from '../../stores/view-store'
import { isUnfoundReference, referenceIn } from './reference-text'
import { type LookUp, useLookUp } from './use-look-up'

/** As many as a cashier reads through; to find more there is Payments. */
const shownAtOnce = 12

interface TextSearch {
  text: string
  setText: (text: string) => void
  list: FoundList
  /** The one that Enter opens: the newest, until a person moves. */
  chosen: Sale | undefined
  choose: (saleId: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  openSale: (saleId: string) => void
  /** What was typed can be a reference, and this till does not know it. */
  offered: boolean
  lookUp: LookUp
}

function openSale(saleId: string): void {
  closeDidItGoThrough()
  show({ name: 'live', saleId })
}

/** Whether the service may be asked: not before the search has shown that this till does not have it. */
function isOffered(reference: string | null, { current, sales }: FoundList): boolean {
  if (reference === null || !current) return false
  return sales.length === 0 || isUnfoundReference(reference, sales)
}

/** What is typed, what it finds, and which of it is chosen. */
export function useTextSearch(): TextSearch {
  const [text, setText] = useState('')
  const [chosenId, choose] = useState<string | null>(null)
  const filter = useMemo(
    () => ({ ...everySale, phone: 'ending' as const, text: text.trim().slice(0, longestSearch) }),
    [text],
  )
  const list = useFoundSales(filter, shownAtOnce)
  const index = Math.max(
    0,
    list.sales.findIndex(({ id }) => id === chosenId),
  )
  const chosen = list.sales[index]
  const reference = referenceIn(text)
  const offered = isOffered(reference, list)
  const lookUp = useLookUp(reference, openSale)
  const onEnter = useEnter(text, list.current, () => {
    if (chosen) openSale(chosen.id)
    else if (offered) lookUp.ask()
  })

  useEffect(() => {
    if (chosen) document.getElementById(`quick-${chosen.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      choose(list.sales[index + step]?.id ?? chosenId)
    }
    if (event.key === 'Enter') onEnter()
    // Otherwise the browser takes the first Escape to empty the field.
    if (event.key === 'Escape') {
      event.preventDefault()
      closeDidItGoThrough()
    }
  }
  return {
    text,
    setText: typed => {
      setText(typed)
      choose(null)
    },
    list,
    chosen,
    choose,
    onKeyDown,
    openSale,
    offered,
    lookUp,
  }
}
