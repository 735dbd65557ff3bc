import { z } from 'zod'
import { connectionKindSchema, connectionSettingsSchema } from './connection'
import { type Language, languageSchema } from './language'
import { currencySchema } from './money-schemas'
import { fieldLength, forEachField, isEmailField } from './payment/customer-fields'
import { defaultCardFreshness, defaultFreshness, defaultKeyTrustedMs } from './payment/freshness'
import { savedRulingsSchema } from './payment/objections'
import { defaultPromptLifetimeMs } from './payment/prompt'
import { noWords, statusWordsSchema } from './payment/status-words'
import { readPhoneNumber } from './phone'
import { alertSettingsSchema, defaultAlerts } from './settings/alerts'
import { chargingSettingsSchema, defaultCharging } from './settings/charging'
import { customerWindowSettingsSchema, defaultCustomerWindow } from './settings/customer-window'
import { defaultReceiptSettings, receiptSettingsSchema } from './settings/receipts'
import { defaultRetention, retentionSettingsSchema } from './settings/retention'
import { defaultStaffSettings, staffSettingsSchema } from './settings/staff'
import {
  freshnessLimitsSchema,
  keyTrustedMsSchema,
  promptLifetimeMsSchema,
} from './settings/timeouts'
import { newTutorial, tutorialSettingsSchema } from './settings/tutorial'
import { noUpdates, updateSettingsSchema } from './updates'

const text = z.string().trim().max(120)

/** What the customer fields of a walk-in hold until the cashier types over it. '' is none. */
const customerDefaultsSchema = z.strictObject(
  forEachField(name => {
    const most = fieldLength(name)
    return isEmailField(name)
      ? z.union([z.literal(''), z.email().max(most)])
      : z.string().trim().max(most)
  }),
)

/** What the owner sets once for the shop. */
export const shopSettingsSchema = z
  .strictObject({
    name: text,
    till: text,
    /** Currency of mobile-money payments; card is always TZS (§2.2). */
    currency: currencySchema,
    /** Country (ISO 3166 alpha-2) that a phone number typed without its code belongs to. */
    country: z.string().regex(/^[A-Z]{2}$/),
    customer: customerDefaultsSchema,
    /** Who gets the sums of a closing or a shift, as typed; '' is chosen each time. */
    ownerPhone: z.string().trim().max(40),
    /** What the customer's window shows between sales, such as a number to pay to; '' shows none. */
    shownNumber: z.string().trim().max(40),
  })
  .refine(
    ({ ownerPhone, country }) => ownerPhone === '' || readPhoneNumber(ownerPhone, country) !== null,
    { path: ['ownerPhone'] },
  )

/** How much may wait unsent when the network is gone: what the shop can bear to sort out by hand. */
const queueLimitsSchema = z.strictObject({
  sales: z.int().min(1).max(1_000),
  /** Sum of the waiting payments of one currency, in major units. */
  amount: z.int().min(1).max(1_000_000_000_000),
})

export type QueueLimits = z.infer<typeof queueLimitsSchema>

/** How patient the till is with the network and with customers. */
export const timeoutsSettingsSchema = z.strictObject({
  freshness: freshnessLimitsSchema,
  cardFreshness: freshnessLimitsSchema,
  queue: queueLimitsSchema,
  /** How long a payment is watched when the service names no `expires_at` (§8: not shown), ms. */
  assumedLifetimeMs: z.int().min(60_000).max(86_400_000),
  /** How long the prompt stays on the customer's phone, ms. */
  promptLifetimeMs: promptLifetimeMsSchema,
  /** How long the service is trusted to remember an idempotency key (§8: not shown), ms. */
  keyTrustedMs: keyTrustedMsSchema,
})

export type TimeoutsSettings = z.infer<typeof timeoutsSettingsSchema>

const defaultQueue: QueueLimits = { sales: 50, amount: 10_000_000 }
const defaultAssumedLifetime = 15 * 60_000

const themeSchema = z.enum(['system', 'light', 'dark'])

/** Percent of the usual size; at 200 everything can still be reached (WCAG 1.4.4). */
const textSizeSchema = z.enum(['100', '125', '150', '200'])

/** How the till looks and speaks. */
export const displaySettingsSchema = z.strictObject({
  language: languageSchema,
  theme: themeSchema,
  textSize: textSizeSchema,
})

const noAddress = {
  address: '',
  pathPrefix: 'service',
  webhookAddress: '',
  words: noWords,
  rulings: [],
  account: '',
  accountKeys: [],
  authorities: [],
}

/** How the till looks and sounds. A plain file: nothing of it decides about money, people or trust. */
export const preferencesSchema = z.strictObject({
  display: displaySettingsSchema,
  tutorial: tutorialSettingsSchema,
  alerts: alertSettingsSchema,
  customerWindow: customerWindowSettingsSchema,
  /** Where the practice service listened last: practice checkout addresses outlive a restart. */
  practicePort: z.int().min(0).max(65_535),
})

/** What decides about money, people or trust: sealed with the people and the keys. */
export const guardedSettingsSchema = z.strictObject({
  /**
   * The till's own id, '' until its first connection opens. It goes with every webhook address, so it says
   * nothing of the shop.
   */
  tillId: z.union([z.literal(''), z.uuid()]),
  /** null until the first run is done. */
  active: connectionKindSchema.nullable(),
  shop: shopSettingsSchema,
  freshness: freshnessLimitsSchema,
  cardFreshness: freshnessLimitsSchema,
  queue: queueLimitsSchema,
  assumedLifetimeMs: timeoutsSettingsSchema.shape.assumedLifetimeMs,
  promptLifetimeMs: promptLifetimeMsSchema,
  keyTrustedMs: keyTrustedMsSchema,
  charging: chargingSettingsSchema,
  staff: staffSettingsSchema,
  retention: retentionSettingsSchema,
  /** With the printer's address: customers' receipts go there. */
  receipts: receiptSettingsSchema,
  /** Where the daily backup goes: a folder that the owner chose; null where none is made. */
  backup: z.strictObject({ folder: z.string().max(4_096).nullable() }),
  updates: updateSettingsSchema,
  practice: z.strictObject({ words: statusWordsSchema, rulings: savedRulingsSchema }),
  sandbox: connectionSettingsSchema,
  production: connectionSettingsSchema,
})

export const settingsSchema = preferencesSchema.extend(guardedSettingsSchema.shape)

export type Preferences = z.infer<typeof preferencesSchema>
export type GuardedSettings = z.infer<typeof guardedSettingsSchema>
/** Everything a till remembers besides its keys, its people and its ledgers. */
export type Settings = z.infer<typeof settingsSchema>
export type ShopSettings = z.infer<typeof shopSettingsSchema>
export type DisplaySettings = z.infer<typeof displaySettingsSchema>

export const defaultPreferences: Preferences = {
  display: { language: 'en', theme: 'system', textSize: '100' },
  tutorial: newTutorial,
  alerts: defaultAlerts,
  customerWindow: defaultCustomerWindow,
  practicePort: 0,
}

/** What a till is called that nobody has named. */
const shippedTillNames: Readonly<Record<Language, string>> = { en: 'Till 1', sw: 'Kaunta 1' }

export const defaultGuardedSettings: GuardedSettings = {
  tillId: '',
  active: null,
  shop: {
    name: '',
    till: shippedTillNames.en,
    currency: 'TZS',
    country: 'TZ',
    customer: forEachField(() => ''),
    ownerPhone: '',
    shownNumber: '',
  },
  freshness: defaultFreshness,
  cardFreshness: defaultCardFreshness,
  queue: defaultQueue,
  assumedLifetimeMs: defaultAssumedLifetime,
  promptLifetimeMs: defaultPromptLifetimeMs,
  keyTrustedMs: defaultKeyTrustedMs,
  charging: defaultCharging,
  staff: defaultStaffSettings,
  retention: defaultRetention,
  receipts: defaultReceiptSettings,
  backup: { folder: null },
  updates: noUpdates,
  practice: { words: noWords, rulings: [] },
  sandbox: noAddress,
  production: noAddress,
}

/** What a till that has never been set up works with. */
export const defaultSettings: Settings = { ...defaultPreferences, ...defaultGuardedSettings }

/**
 * The settings with the name of a till that nobody has named in this language. What is kept names it in English: the
 * language of the screens changes nothing that is sealed.
 */
export function withTillNamedIn(language: Language, all: Settings): Settings {
  const isNamed = !Object.values(shippedTillNames).includes(all.shop.till)
  return isNamed ? all : { ...all, shop: { ...all.shop, till: shippedTillNames[language] } }
}
