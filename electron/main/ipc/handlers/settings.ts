import type { Handlers } from '../register'
import type { ChangeSettings } from './handler-deps'
import { withWords } from './settings-words'

/** What the owner sets. */
export function settingsHandlers(
  change: ChangeSettings,
  idleChanged: () => void,
): Handlers['settings'] {
  return {
    saveShop: shop => change(all => ({ ...all, shop })),
    saveDisplay: display => change(all => ({ ...all, display })),
    saveAlerts: alerts => change(all => ({ ...all, alerts })),
    saveCustomerWindow: customerWindow => change(all => ({ ...all, customerWindow })),
    saveCharging: charging => change(all => ({ ...all, charging })),
    saveTimeouts: timeouts => change(all => ({ ...all, ...timeouts })),
    saveReceipts: receipts => change(all => ({ ...all, receipts })),
    saveRetention: retention => change(all => ({ ...all, retention })),
    saveStaff(staff) {
      const saved = change(all => ({ ...all, staff }))
      idleChanged()
      return saved
    },
    saveWords: words => change(all => withWords(all, all.active ?? 'practice', words)),
  }
}
