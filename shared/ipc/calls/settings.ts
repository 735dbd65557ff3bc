import { statusWordsSchema } from '../../payment/status-words'
import { displaySettingsSchema, patienceSettingsSchema, shopSettingsSchema } from '../../settings'
import { alertSettingsSchema } from '../../settings/alerts'
import { chargingSettingsSchema } from '../../settings/charging'
import { customerWindowSettingsSchema } from '../../settings/customer-window'
import { receiptSettingsSchema } from '../../settings/receipts'
import { call } from '../call'

/** What the owner sets. */
export const settingsCalls = {
  saveShop: call<null>()(shopSettingsSchema),
  saveDisplay: call<null>()(displaySettingsSchema),
  saveAlerts: call<null>()(alertSettingsSchema),
  saveCustomerWindow: call<null>()(customerWindowSettingsSchema),
  saveCharging: call<null>()(chargingSettingsSchema),
  savePatience: call<null>()(patienceSettingsSchema),
  saveReceipts: call<null>()(receiptSettingsSchema),
  /** The words of the active connection that mean paid or failed, beside the shipped ones. */
  saveWords: call<null>()(statusWordsSchema),
} as const
