import { create } from 'zustand'
import { type AmountReading, readAmount } from '../../shared/amount'
import { type ChargingSettings, usualMethod } from '../../shared/charging'
import { detailNames } from '../../shared/customer-book'
import { cardCurrency, groupDigits } from '../../shared/money'
import type { Method } from '../../shared/payment/channel'
import { type CustomerFieldName, forEachField } from '../../shared/payment/customer-fields'
import { type SaleLine, withOneLess, withOneMore } from '../../shared/payment/lines'
import type { Payment } from '../../shared/payment/payment'
import { discountOf } from '../../shared/sale/lines'
import type { ShopSettings } from '../../shared/settings'
import { readTotal } from '../typing/amount-typing'
import { phoneAsTyped } from '../typing/phone-typing'

/** Everything that is typed on Charge, as typed. */
export interface ChargeFields extends Record<CustomerFieldName, string> {
  amount: string
  phone: string
  /** What of it is paid now through the service; empty is all. */
  part: string
  /** What the customer gave in cash; empty is the exact amount. */
  received: string
  note: string
}

/** What is left to pay of a sale. */
export interface Rest {
  /** The sale's id. */
  sale: string
  /** Each payment of a sale is in its currency. */
  currency: string
  total: number
  value: number
}

export type FieldName = keyof ChargeFields

export interface ChargeForm {
  channel: Method
  /** The shop's own, which all but cards are paid in. */
  currency: string
  fields: ChargeFields
  /** Items that were pressed or scanned; an amount that is typed comes on top. */
  lines: readonly SaleLine[]
  /** What is left to pay of a sale that has a payment; null for a new sale. */
  rest: Rest | null
  /** A new one for each filling of the form: two presses with one id are one payment (money rule 3). */
  draftId: string
  /** The payment that is charged again, or null. */
  replaces: string | null
  /** Who filled the form in. `till`: it was copied from a payment. The shop's defaults change it only at `nobody`. */
  filledBy: 'nobody' | 'till' | 'cashier'
  /** Fields that the cashier typed into: what the customer book knows never goes over them. */
  typed: readonly FieldName[]
  /** Fields that were left with something in them. */
  left: readonly FieldName[]
  /** The button was pressed: every field shows what it lacks. */
  pressed: boolean
  /** The cashier came back to what was typed before: it may be another customer's. */
  resumed: boolean
}

/** What a form is filled in from. */
export interface FormSettings {
  shop: ShopSettings
  charging: ChargingSettings
}

const empty: ChargeFields = {
  amount: '',
  phone: '',
  part: '',
  received: '',
  ...forEachField(() => ''),
  note: '',
}

const fresh = () => ({
  draftId: crypto.randomUUID(),
  replaces: null,
  lines: [] as SaleLine[],
  rest: null,
  filledBy: 'nobody' as ChargeForm['filledBy'],
  typed: [] as FieldName[],
  left: [],
  pressed: false,
  resumed: false,
})

/** The form lives outside its screen, so that what was typed is still there after another screen. */
export const useChargeForm = create<ChargeForm>(() => ({
  channel: 'mobile',
  currency: '',
  fields: empty,
  ...fresh(),
}))

/** Empties the form, with the shop's defaults in it. The channel stays. */
export function startForm(shop: ShopSettings, fields: Partial<ChargeFields> = {}): void {
  const { currency, customer } = shop
  useChargeForm.setState({ currency, fields: { ...empty, ...customer, ...fields }, ...fresh() })
}

/** Empties the form for the next customer, who pays as most do. */
export function startNextSale({ shop, charging }: FormSettings): void {
  startForm(shop)
  useChargeForm.setState({ channel: usualMethod(charging) })
}

/** The rest of a sale: as most pay, in its currency, and if possible not as the part before it. */
export function startRest({ shop, charging }: FormSettings, payment: Payment, value: number): void {
  const { channel, sale, total, amount } = payment
  const { currency } = amount
  const usual = [usualMethod(charging), charging.cash ? 'cash' : 'card', 'mobile', 'card'] as const
  const ways = usual.filter(way => currencyOf(way, shop) === currency)
  startForm(shop)
  useChargeForm.setState({
    channel: ways.find(way => way !== channel) ?? channel,
    rest: { sale, currency, total, value },
    lines: payment.lines,
    filledBy: 'till',
  })
}

/** What is asked for: what is left of a sale, or items and what is typed. */
export function totalOf(
  form: Pick<ChargeForm, 'channel' | 'currency' | 'rest' | 'fields' | 'lines'>,
): AmountReading {
  const { channel, rest, fields, lines } = form
  if (rest !== null) return { value: rest.value }
  return readTotal(fields.amount, lines, currencyOf(channel, form))
}

/** What is paid now: all of it, or the part that is typed. In cash, what the customer gives tells it. */
export function paidNow(
  form: Parameters<typeof totalOf>[0],
): AmountReading | { problem: 'part-too-large' } {
  const { channel, fields } = form
  const total = totalOf(form)
  if (channel === 'cash' || fields.part.trim() === '' || 'problem' in total) return total
  const part = readAmount(fields.part, currencyOf(channel, form))
  if ('problem' in part || part.value <= total.value) return part
  return { problem: 'part-too-large' }
}

/** What a payment is made in: the shop's currency, and always TZS by card (§2.2). */
export function currencyOf(channel: Method, { currency }: Pick<ShopSettings, 'currency'>): string {
  return channel === 'card' ? cardCurrency : currency
}

/** Notes that Charge was opened again: what a cashier typed there is shown as such. */
export function resumeForm(): void {
  useChargeForm.setState(({ filledBy }) => ({ resumed: filledBy === 'cashier' }))
}

/**
 * Fills the form again from a payment that came to nothing: a new sale, with a new id. Of a customer whose
 * data was removed nothing is known: the form has the shop's defaults, as for any other. `left`: what is still to pay
 * of its sale. The payment may have been a part of it.
 */
export function startAgain(shop: ShopSettings, payment: Payment, left = payment.total): void {
  const { sale, total, amount: asked } = payment
  const rest = left === total ? null : { sale, currency: asked.currency, total, value: left }
  const known = Object.fromEntries(
    Object.entries(payment.customer).filter(([, text]) => text !== null && text !== ''),
  )
  const itemised = payment.lines.length > 0 || rest !== null
  const typed = payment.lines.find(({ name, price }) => name === '' && price > 0)?.price
  const amount = itemised ? typed : total
  const discount = discountOf(payment.lines)
  startForm(shop, {
    ...known,
    amount: (amount ? groupDigits(amount) : '') + (discount > 0 ? `−${groupDigits(discount)}` : ''),
    part: asked.value < left ? groupDigits(asked.value) : '',
    phone: payment.msisdn === '' ? '' : phoneAsTyped(payment.msisdn, shop.country),
    note: payment.note,
  })
  useChargeForm.setState({
    channel: payment.channel,
    lines: rest ? payment.lines : payment.lines.filter(({ name }) => name !== ''),
    rest,
    replaces: payment.id,
    filledBy: 'till',
    // Who that payment was with stays, also when it is tried on another number of theirs.
    typed: detailNames.filter(name => name in known),
  })
}

/** A new sale of what a sale was that was given back whole, with the customer of one of its payments. */
export function sellAgain(shop: ShopSettings, payment: Payment): void {
  startAgain(shop, { ...payment, amount: { ...payment.amount, value: payment.total } })
  useChargeForm.setState({ replaces: null })
}

/** Types into one field. */
export function setField(name: FieldName, text: string): void {
  useChargeForm.setState(({ fields, typed }) => ({
    fields: { ...fields, [name]: text },
    typed: typed.includes(name) ? typed : [...typed, name],
    filledBy: 'cashier',
  }))
}

/** What puts a field back as it is now, as if nothing had been typed into it since. */
export function keepField(name: FieldName): () => void {
  const { fields, typed, filledBy } = useChargeForm.getState()
  const before = fields[name]
  return () =>
    useChargeForm.setState(form => ({
      fields: { ...form.fields, [name]: before },
      typed,
      filledBy,
    }))
}

/** One more of an item. */
export function addItem(item: Pick<SaleLine, 'name' | 'price'>): void {
  useChargeForm.setState(({ lines }) => ({
    lines: withOneMore(lines, item),
    filledBy: 'cashier',
  }))
}

/** One less of the item at this place. */
export function takeItem(place: number): void {
  useChargeForm.setState(({ lines }) => ({ lines: withOneLess(lines, place) }))
}

/** Notes that a field was left: if it is filled, it can be judged. */
export function leaveField(name: FieldName): void {
  useChargeForm.setState(({ left, fields }) =>
    fields[name].trim() === '' || left.includes(name) ? {} : { left: [...left, name] },
  )
}

/** A new id for the same text: what was recorded under the old one was something else. */
export function renewDraft(): void {
  useChargeForm.setState({ draftId: crypto.randomUUID() })
}
