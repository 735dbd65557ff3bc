import { z } from 'zod'
import { type ChargingSettings, type Item, isSameCode, mostItems } from '../charging'
import { currencySchema } from '../money-schemas'
import { methodSchema } from '../payment/channel'
import { itemNameSchema, priceSchema } from '../payment/line-schemas'

/** Letters and digits, as scanners read them from a label. */
export const itemSchema = z.strictObject({
  name: itemNameSchema.min(1),
  price: priceSchema,
  code: z
    .string()
    .trim()
    .max(40)
    .regex(/^[\w./-]*$/),
})

/** Two of one name would look alike on a receipt, and a code has to mean one of them. */
function areDifferent(items: readonly Item[]): boolean {
  return items.every((item, n) =>
    items
      .slice(0, n)
      .every(
        other =>
          item.name.toLowerCase() !== other.name.toLowerCase() &&
          (item.code === '' || !isSameCode(item.code, other.code)),
      ),
  )
}

/** The first digits of numbers, in international form, and the network that the owner knows them by. */
export const networkHintSchema = z.strictObject({
  prefix: z.string().regex(/^[1-9]\d{1,11}$/),
  name: z.string().trim().min(1).max(30),
})

/** How a cashier takes a payment: what the owner sets for the Charge screen. */
export const chargingSettingsSchema = z.strictObject({
  items: z.array(itemSchema).max(mostItems).refine(areDifferent),
  /** Whether this till takes cash. */
  cash: z.boolean().default(true),
  /** How most customers pay. */
  usual: methodSchema.default('mobile'),
  /** From this amount on, amount and number are read back before sending; a currency not here: never. */
  readBackFrom: z.record(currencySchema, priceSchema),
  /** The highest discount without a manager, in percent of the sale; null where the shop gives none. */
  discountLimit: z.int().min(0).max(100).nullable().default(null),
  /** The contract names no network and no prefix: without the owner's word there is no hint. */
  networks: z.array(networkHintSchema).max(60),
})

/** What a till begins with. A slip of a zero is caught; no price and no network is made up. */
export const defaultCharging: ChargingSettings = {
  items: [],
  cash: true,
  usual: 'mobile',
  readBackFrom: { TZS: 1_000_000 },
  discountLimit: null,
  networks: [],
}
