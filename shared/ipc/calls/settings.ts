import { statusWordsSchema } from '../../payment/status-words'
import { displaySettingsSchema, shopSettingsSchema, timeoutsSettingsSchema } from '../../settings'
import { alertSettingsSchema } from '../../settings/alerts'
import { chargingSettingsSchema } from '../../settings/charging'
import { customerWindowSettingsSchema } from '../../settings/customer-window'
import { receiptSettingsSchema } from '../../settings/receipts'
import { retentionSettingsSchema } from '../../settings/retention'
import { staffSettingsSchema } from '../../settings/staff'
import { call } from '../call'

/** What the owner sets. */
export const settingsCalls = {
  saveShop: call<null>()('owner', shopSettingsSchema),
  saveDisplay: call<null>()('anyone', displaySettingsSchema),
  saveAlerts: call<null>()('cashier', alertSettingsSchema),
  saveCustomerWindow: call<null>()('owner', customerWindowSettingsSchema),
  saveCharging: call<null>()('owner', chargingSettingsSchema),
  saveTimeouts: call<null>()('owner', timeoutsSettingsSchema),
  saveReceipts: call<null>()('owner', receiptSettingsSchema),
  saveRetention: call<null>()('owner', retentionSettingsSchema),
  saveStaff: call<null>()('owner', staffSettingsSchema),
  /** The words of the active connection that mean paid or failed, in addition to the shipped ones. */
  saveWords: call<null>()('owner', statusWordsSchema),
} as const
