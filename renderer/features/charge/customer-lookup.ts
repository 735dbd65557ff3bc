import { create } from 'zustand'
import type { KnownCustomer } from '../../../shared/customer-book'
import { readPhoneNumber } from '../../../shared/phone'
import type { ShopSettings } from '../../../shared/settings'
import { till } from '../../bridge/till'
import { useChargeForm } from '../../stores/charge-form'
import { fillIn } from './fill-in'

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
