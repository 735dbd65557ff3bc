import type { Amount } from './money'
import type { Method } from './payment/channel'

/** As many items as a person finds without a search. */
export const mostItems = 60

/** What the shop sells often: one press or one scan adds it to a payment. */
export interface Item {
  name: string
  /** In major units of the mobile currency. */
  price: number
  /** What a scanner reads from it; '' where it has none. */
  code: string
}

/** The first digits of numbers, in international form, and the network that the owner knows them by. */
export interface NetworkHint {
  prefix: string
  name: string
}

/** How a cashier takes a payment: what the owner sets for the Charge screen (`chargingSettingsSchema`). */
export interface ChargingSettings {
  items: Item[]
  cash: boolean
  /** How most customers pay: each payment begins with it. A person says so; the till draws no conclusion. */
  usual: Method
  readBackFrom: Record<string, number>
  /** The highest discount without a manager, in percent; null where the shop gives none. */
  discountLimit: number | null
  networks: NetworkHint[]
}

/** What a payment begins with: how most customers pay, where this till takes that. */
export function usualMethod({ cash, usual }: Pick<ChargingSettings, 'cash' | 'usual'>): Method {
  return usual === 'cash' && !cash ? 'mobile' : usual
}

/** True for an amount that is read back before it is sent. */
export function needsReadBack(asked: Amount, { readBackFrom }: ChargingSettings): boolean {
  const from = readBackFrom[asked.currency]
  return from !== undefined && asked.value >= from
}

/** The network's name for a number, by the longest prefix the owner has entered, or null. A hint only. */
export function networkHint(msisdn: string, networks: readonly NetworkHint[]): string | null {
  const fitting = networks.filter(({ prefix }) => msisdn.startsWith(prefix))
  const [longest] = fitting.sort((one, other) => other.prefix.length - one.prefix.length)
  return longest?.name ?? null
}

/** The item with this code, or null. */
export function itemOfCode(code: string, items: readonly Item[]): Item | null {
  return items.find(item => item.code !== '' && isSameCode(item.code, code)) ?? null
}

/** Scanners give the zeros in front of a code or do not: codes of digits are numbers of 14 digits (GTIN). */
export function isSameCode(one: string, other: string): boolean {
  return gtin(one) === gtin(other)
}

function gtin(code: string): string {
  return /^\d+$/.test(code) ? code.padStart(14, '0') : code
}
