import { type KeyboardEvent, useState } from 'react'
import { create } from 'zustand'
import {
  type CustomerDetails,
  type DetailName,
  detailGroups,
  type KnownCustomer,
  type WalkIn,
} from '../../../shared/customer-book'
import { readPhoneNumber } from '../../../shared/phone'
import type { ShopSettings } from '../../../shared/settings'
import { till } from '../../bridge/till'
import { type ChargeFields, setField, useChargeForm } from '../../stores/charge-form'
import { useTill } from '../../stores/till-store'
import { isEnter } from '../../typing/is-enter'
import { phoneAsTyped } from '../../typing/phone-typing'

/** What the customer book says about the number in the form. */
interface Lookup {
  /** The number that was asked about, as typed; null before any. */
  phone: string | null
  /** Fulfilled once the answer is in the form. Never rejects. */
  done: Promise<void>
  /** Customers whose number begins as typed, while it is not complete. */
  suggestions: readonly KnownCustomer[]
  /** Whose number it is. */
  known: KnownCustomer | null
}

const nothing = { phone: null, done: Promise.resolve(), suggestions: [], known: null }

export const useLookup = create<Lookup>(() => nothing)

/** Forgets what was asked: the book may change while the Charge screen is not shown. */
export function forgetLookup(): void {
  useLookup.setState(nothing)
}

/** Asks the book about the number as typed, once, and fills in what it knows. Sending waits for it. */
export function lookUp(phone: string, shop: ShopSettings): Promise<void> {
  const asked = useLookup.getState()
  if (asked.phone === phone) return asked.done
  useLookup.setState({ phone, known: null })
  const done = ask(phone, shop)
  useLookup.setState({ done })
  return done
}

async function ask(phone: string, shop: ShopSettings): Promise<void> {
  const number = readPhoneNumber(phone, shop.country)
  if (number) return askForOne(phone, number.msisdn, shop)
  fill(null, shop)
  const found = phone.trim() === '' ? null : await till.customers.find({ typed: phone })
  // A number that the book cannot be asked about is typed as if it were a new one.
  if (isLatest(phone)) useLookup.setState({ suggestions: found?.ok ? found.value : [] })
}

async function askForOne(phone: string, msisdn: string, shop: ShopSettings): Promise<void> {
  const found = await till.customers.one({ msisdn })
  if (!isLatest(phone)) return
  const known = found.ok ? found.value : null
  useLookup.setState({ known, suggestions: [] })
  fill(known, shop)
}

/** The cashier types on while the book is asked: an answer about another number is none. */
function isLatest(phone: string): boolean {
  return useLookup.getState().phone === phone && useChargeForm.getState().fields.phone === phone
}

function fill(known: KnownCustomer | null, { customer }: ShopSettings): void {
  useChargeForm.setState(({ fields, typed }) => ({
    fields: fillIn({ fields, typed, known: known?.details ?? null, walkIn: customer }),
  }))
}

interface Filling {
  fields: ChargeFields
  /** Fields that the cashier typed into. */
  typed: readonly string[]
  /** What the book knows of the number in the form, or null. */
  known: CustomerDetails | null
  walkIn: WalkIn
}

/**
 * The form's fields once the book was asked about the number in it. What the cashier typed stays as it
 * is; everything else is the customer's own or the shop's default, so a changed number takes back what
 * was filled in. Where what was typed is not what the book knows, the rest of that name or address is
 * not filled in either: it may be another customer's.
 */
export function fillIn({ fields, typed, known, walkIn }: Filling): ChargeFields {
  const filled = { ...fields }
  const isTyped = (name: DetailName) => typed.includes(name) && fields[name].trim() !== ''
  const agrees = (name: DetailName) => !isTyped(name) || isSame(fields[name], known?.[name])
  for (const group of detailGroups) {
    const own = group.every(agrees) ? known : null
    for (const name of group) if (!isTyped(name)) filled[name] = own?.[name] ?? walkIn[name]
  }
  return filled
}

/** Whether the form has another name than the book has for this number. */
export function isSomebodyElse(fields: ChargeFields, known: CustomerDetails | null): boolean {
  return (['firstName', 'lastName'] as const).some(
    name => fields[name].trim() !== '' && known?.[name] && !isSame(fields[name], known[name]),
  )
}

function isSame(text: string, other: string | null | undefined): boolean {
  return text.trim().toLowerCase() === other?.trim().toLowerCase()
}

/**
 * Known customers for a number that is begun: arrows move, Enter picks, Escape closes. The only one
 * there is needs no arrow, so that a number pad is enough; picking fills in and does not send.
 */
export function useSuggestions(onEnter: () => void) {
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
  /** The one that Enter picks, or null. */
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
    if (isEnter(event) && !readPhoneNumber(text, shop.country)) {
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

/** The suggestion that Enter picks: of several none, until an arrow chose one. */
export function activeOf(shown: readonly KnownCustomer[], moved: number | null): number | null {
  if (moved !== null && moved < shown.length) return moved
  return shown.length === 1 ? 0 : null
}

function take(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
