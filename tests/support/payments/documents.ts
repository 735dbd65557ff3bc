import type { SettingsKeeper } from '../../../electron/main/store/settings'
import { settingsOn, storeIn } from '../store'

/** The settings of a folder, opened as at a start. */
export function settingsIn(folder: string): SettingsKeeper {
  return settingsOn(folder, storeIn(folder))
}
