import { z } from 'zod'
import { type ChargingSettings, mostPresets } from '../charging'
import { currencySchema } from '../money-schemas'

/** Twelve digits, as the amount field takes them: far less than where numbers lose their last digit. */
const amount = z.int().min(1).max(999_999_999_999)

/** The first digits of numbers, in international form, and the network that the owner knows them by. */
export const networkHintSchema = z.strictObject({
  prefix: z.string().regex(/^[1-9]\d{1,11}$/),
  name: z.string().trim().min(1).max(30),
})

/** How a cashier takes a payment: what the owner sets for the Charge screen. */
export const chargingSettingsSchema = z.strictObject({
  /** Amounts with a button of their own, in major units of the mobile currency. */
  presets: z.array(amount).max(mostPresets),
  /** From this amount on, amount and number are read back before sending; a currency not here: never. */
  readBackFrom: z.record(currencySchema, amount),
  /** The contract names no network and no prefix: without the owner's word there is no hint. */
  networks: z.array(networkHintSchema).max(60),
})

/** What a till begins with. A slip of a zero is caught; no price and no network is made up. */
export const defaultCharging: ChargingSettings = {
  presets: [],
  readBackFrom: { TZS: 1_000_000 },
  networks: [],
}
