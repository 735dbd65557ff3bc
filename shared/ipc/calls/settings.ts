import { z } from 'zod'
import type { AuditDetail } from '../../audit-entry'
import {
  type ConnectionTestResult,
  connectionAddressSchema,
  connectionKindSchema,
  serviceKindSchema,
} from '../../connection'
import { type RulingView, rulingSchema } from '../../payment/objections'
import { type StatusWords, statusWordsSchema, wordMeaningSchema } from '../../payment/status-words'
import { displaySettingsSchema, shopSettingsSchema, timeoutsSettingsSchema } from '../../settings'
import { alertSettingsSchema } from '../../settings/alerts'
import { chargingSettingsSchema } from '../../settings/charging'
import { customerWindowSettingsSchema } from '../../settings/customer-window'
import { receiptSettingsSchema } from '../../settings/receipts'
import { retentionSettingsSchema } from '../../settings/retention'
import { staffSettingsSchema } from '../../settings/staff'
import {
  type OwnersViewTest,
  type ShopAdministered,
  type ShopSetUp,
  type ShopTest,
  shopTaskSchema,
  type TakenBack,
  type TakenPlace,
} from '../../shop-database'
import { call, nothing, ownerProof } from '../call'

/** A detail holds 300 characters; the lists can be longer. */
const detailLength = 300

/** Every word of every meaning, as `paid`, `paid 2`, …: each detail holds as many whole words as fit. */
function wordDetails(words: StatusWords): AuditDetail {
  const details = wordMeaningSchema.options.flatMap(meaning =>
    inPieces(words[meaning]).map((piece, at) => [
      at === 0 ? meaning : `${meaning} ${at + 1}`,
      piece,
    ]),
  )
  return Object.fromEntries(details)
}

/** Quoted: a word may hold a comma or a blank. */
function inPieces(words: readonly string[]): string[] {
  const pieces = ['']
  for (const word of words.map(each => JSON.stringify(each))) {
    const last = pieces.at(-1) ?? ''
    const longer = last === '' ? word : `${last}, ${word}`
    if (longer.length <= detailLength) pieces.splice(-1, 1, longer)
    else pieces.push(word)
  }
  return pieces
}

const section = <Name extends string, Value extends z.ZodType>(name: Name, value: Value) =>
  z.strictObject({ section: z.literal(name), value })

/** What the owner sets, a section at a time. */
const savedSection = z.discriminatedUnion('section', [
  section('shop', shopSettingsSchema),
  section('customerWindow', customerWindowSettingsSchema),
  section('charging', chargingSettingsSchema),
  section('timeouts', timeoutsSettingsSchema),
  section('receipts', receiptSettingsSchema),
  section('retention', retentionSettingsSchema),
  section('staff', staffSettingsSchema),
  /** The words of the active connection that mean paid or failed, in addition to the shipped ones. */
  section('words', statusWordsSchema),
])

export type SavedSection = z.output<typeof savedSection>

/** What the audit log says of a section besides its name. */
function sectionDetails(saved: SavedSection): AuditDetail {
  switch (saved.section) {
    case 'staff':
    case 'retention':
      return saved.value
    case 'words':
      return wordDetails(saved.value)
    default:
      return {}
  }
}

/** The till's settings. What a cashier may set has a call of its own, for the role is the call's. */
export const settingsCalls = {
  save: call<null>()('owner', savedSection, saved => ({
    action: 'settings-saved',
    detail: { section: saved.section, ...sectionDetails(saved) },
  })),
  saveDisplay: call<null>()('anyone', displaySettingsSchema),
  saveAlerts: call<null>()('cashier', alertSettingsSchema),
} as const

const keyText = z.string().trim().max(500)

const ruledField = rulingSchema.omit({ meaning: true })

/** What managers said of fields that speak against PAID (money rule 5), for the connection in use. */
export const rulingsCalls = {
  list: call<readonly RulingView[]>()('owner', nothing, 'changes-nothing'),
  /** From now on it counts for every payment; `ofAnyValue`: whatever the field says. */
  confirm: call<null>()(
    'owner',
    ruledField.extend({ ofAnyValue: z.boolean() }),
    ({ name, ofAnyValue }) => ({
      action: 'settings-saved',
      detail: { section: 'rulings', confirmed: name, ofAnyValue },
    }),
  ),
  takeBack: call<null>()('owner', ruledField, ({ name }) => ({
    action: 'settings-saved',
    detail: { section: 'rulings', takenBack: name },
  })),
} as const

/** How the till comes to the service. */
export const connectionCalls = {
  /** Tries the address and keys with a harmless status read, and keeps them when they are a service's. */
  saveAndTest: call<{ result: ConnectionTestResult; detail: string; saved: boolean }>()(
    'owner',
    z.strictObject({
      kind: serviceKindSchema,
      ...connectionAddressSchema.shape,
      /** '' keeps the key that is already sealed. */
      apiKey: keyText,
      apiSecret: keyText,
      /**
       * Whose the keys are, when they or the address changed: without it the call fails with
       * `account-unsaid`, because a payment that may have been sent is never retried elsewhere.
       */
      account: z.enum(['same', 'other']).nullable().default(null),
      ...ownerProof,
    }),
    ({ kind, address, apiKey, apiSecret }) => ({
      action: 'connection-saved',
      detail: { kind, address: address.slice(0, 300), newKeys: apiKey !== '' || apiSecret !== '' },
    }),
  ),
  /** Makes a connection the till's own; its open payments are on the screen afterwards. */
  choose: call<null>()('owner', z.strictObject({ kind: connectionKindSchema }), ({ kind }) => ({
    action: 'connection-chosen',
    detail: { kind },
  })),
  /**
   * Has a person choose a file of certificate authorities, in a dialog of main: a window never names
   * one. They replace those that were added before. False where none was chosen.
   */
  addAuthority: call<{ added: boolean }>()(
    'owner',
    z.strictObject({ kind: serviceKindSchema, ...ownerProof }),
    'recorded-elsewhere',
  ),
  /** From here on the well-known authorities alone are trusted. */
  removeAuthorities: call<null>()(
    'owner',
    z.strictObject({ kind: serviceKindSchema, ...ownerProof }),
    ({ kind }) => ({ action: 'authority-removed', detail: { kind } }),
  ),
} as const

/** Setting a till up: the first practice sale, and the list of what else there is to do. */
export const tutorialCalls = {
  /** Goes to Practice mode, and remembers which connection to go on with. */
  begin: call<null>()('owner', nothing, () => ({
    action: 'connection-chosen',
    detail: { kind: 'practice', tutorial: 'begin' },
  })),
  /** Ends it for good; `goOn` makes the remembered connection the till's own again. */
  end: call<null>()('owner', z.strictObject({ goOn: z.boolean() }), ({ goOn }) => ({
    action: 'connection-chosen',
    detail: { tutorial: 'end', goOn },
  })),
  /** Takes the list of what is to set up away for good, and with it the offer of a practice sale. */
  closeList: call<null>()('owner', nothing, () => ({
    action: 'settings-saved',
    detail: { section: 'tutorial' },
  })),
} as const

/** `postgres://role:password@host:port/database`. */
const address = z.string().trim().min(1).max(1_000)

const name = z.string().trim().min(1).max(100)

/** The till's place in a shop of many tills. */
export const shopCalls = {
  /** Tries the address that an administrator made for this till, and keeps it, sealed, when it works. */
  saveAndTest: call<ShopTest>()(
    'owner',
    z.strictObject({ address, ...ownerProof }),
    'recorded-elsewhere',
  ),
  /**
   * Makes the shop database, or brings it up to date, with an administrator's address, which is kept nowhere;
   * makes this till's place in it, and keeps that one's address, sealed.
   */
  setUp: call<ShopSetUp>()(
    'owner',
    z.strictObject({ address, shop: name, till: name, ...ownerProof }),
    'recorded-elsewhere',
  ),
  /**
   * Takes a lost till's place: its payments come into this till, which must have none. `account`: whether the
   * keys of this till are of the merchant account that the lost till used.
   */
  takePlace: call<TakenPlace>()(
    'owner',
    z.strictObject({ address, account: z.enum(['same', 'other']), ...ownerProof }),
    'recorded-elsewhere',
  ),
  /**
   * Takes back what this till shipped before it was restored from an older backup, with an administrator's address, which
   * is kept nowhere. This till gets a new address of its own, and the old one ends.
   */
  takeBack: call<TakenBack>()(
    'owner',
    z.strictObject({ address, ...ownerProof }),
    'recorded-elsewhere',
  ),
  /**
   * Does a task of an administrator with the tills and logins of a shop database, by that one's address, which is kept
   * nowhere. Changes nothing of this till.
   */
  administer: call<ShopAdministered>()(
    'owner',
    z.strictObject({ address, task: shopTaskSchema }),
    ({ task }) => ({ action: 'shop-administered', detail: { what: task.do } }),
  ),
  /**
   * Shows the shop as an owner's address reads it, in place of practice or of the first screen, until `closeOwnersView`;
   * keeps the address, sealed, when it works. Never in place of a till that takes payments.
   */
  openOwnersView: call<OwnersViewTest>()(
    'owner',
    z.strictObject({ address }),
    'recorded-elsewhere',
  ),
  closeOwnersView: call<null>()('owner', nothing, () => ({
    action: 'owners-view-closed',
    detail: {},
  })),
  /** Ships nothing any more; what was shipped stays there. */
  forget: call<null>()('owner', nothing, () => ({ action: 'shop-left', detail: {} })),
} as const
