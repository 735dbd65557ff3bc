import { type KeyboardEvent, useState } from 'react'
import type { KnownCustomer } from '../../../shared/customer-book'
import { readPhoneNumber } from '../../../shared/phone'
import { setField, useChargeForm } from '../../stores/charge-form'
import { useTill } from '../../stores/till-store'
import { phoneAsTyped } from '../../typing/phone-typing'
import { lookUp, useLookup } from './customer-lookup'

interface Suggestions {
  shown: readonly KnownCustomer[]
  /** The one that Enter picks, or null. */
  active: number | null
  pick: (customer: KnownCustomer) => void
  onKeyDown: (event: KeyboardEvent) => void
  setFocused: (focused: boolean) => void
}

/**
 * Known customers for a number that is begun: arrows move, Enter picks, Escape closes. The only one
 * there is needs no arrow, so that a number pad is enough; picking fills in and does not send.
 */
export function useSuggestions(onEnter: () => void): Suggestions {
  const shop = useTill(state => state.settings.shop)
  const text = useChargeForm(form => form.fields.phone)
  const suggestions = useLookup(lookup => lookup.suggestions)
  const [focused, setFocused] = useState(false)
  /** Kept with the text that it is about: the next key begins again. */
  const [moved, setMoved] = useState<{ text: string; to: number | null; closed: boolean } | null>(
    null,
  )
  const here = moved?.text === text ? moved : null
  const shown = focused && !here?.closed ? suggestions : []
  const active = activeOf(shown, here?.to ?? null)

  const pick = (customer: KnownCustomer) =>
    setField('phone', phoneAsTyped(customer.msisdn, shop.country))
  const move = (step: 1 | -1) => {
    const from = active ?? (step === 1 ? -1 : shown.length)
    setMoved({ text, to: (from + step + shown.length) % shown.length, closed: false })
  }
  const enter = async () => {
    // A number pad is faster than the book: what Enter means depends on its answer.
    await lookUp(text, shop)
    const now = here?.closed ? [] : useLookup.getState().suggestions
    const chosen = now[activeOf(now, here?.to ?? null) ?? -1]
    if (chosen) pick(chosen)
    else onEnter()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.repeat && !readPhoneNumber(text, shop.country)) {
      take(event)
      enter()
    }
    if (shown.length === 0) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      take(event)
      move(event.key === 'ArrowDown' ? 1 : -1)
    }
    if (event.key === 'Escape') {
      take(event)
      setMoved({ text, to: null, closed: true })
    }
  }
  return { shown, active, pick, onKeyDown, setFocused }
}

function activeOf(shown: readonly KnownCustomer[], moved: number | null): number | null {
  if (moved !== null && moved < shown.length) return moved
  return shown.length === 1 ? 0 : null
}

function take(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
