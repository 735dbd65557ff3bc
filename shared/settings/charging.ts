import { z } from 'zod'
import { type Amount, currencySchema } from '../money'

/** Twelve digits, as the amount field takes them: far less than where numbers lose their last digit. */
const amount = z.int().min(1).max(999_999_999_999)

/** As many preset amounts as fit next to the number pad. */
export const mostPresets = 6

/** The first digits of numbers, in international form, and the network that the owner knows them by. */
export const networkHintSchema = z.strictObject({
  prefix: z.string().regex(/^[1-9]\d{1,11}$/),
  name: z.string().trim().min(1).max(30),
})

export type NetworkHint = z.infer<typeof networkHintSchema>

/** How a cashier takes a payment: what the owner sets for the Charge screen. */
export const chargingSettingsSchema = z.strictObject({
  /** Amounts with a button of their own, in major units of the mobile currency. */
  presets: z.array(amount).max(mostPresets),
  /** From this amount on, amount and number are read back before sending; a currency not here: never. */
  readBackFrom: z.record(currencySchema, amount),
  /** The contract names no network and no prefix: without the owner's word there is no hint. */
  networks: z.array(networkHintSchema).max(60),
})

export type ChargingSettings = z.infer<typeof chargingSettingsSchema>

/** What a till begins with. A slip of a zero is caught; no price and no network is made up. */
export const defaultCharging: ChargingSettings = {
  presets: [],
  readBackFrom: { TZS: 1_000_000 },
  networks: [],
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
