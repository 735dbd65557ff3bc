import { vi } from 'vitest'
import type { SettingsGuard, SettingsKeeper } from '../../../electron/main/storage/settings'
import { unguarded } from '../unguarded'

// Outside Electron its npm package gives the path of the program, and downloads it unless told one.
vi.hoisted(() => {
  process.env.ELECTRON_OVERRIDE_DIST_PATH ??= '.'
})

const { createDocumentStore } = await import('../../../electron/main/storage/document-store')
const { openSettings } = await import('../../../electron/main/storage/settings')

/** The settings of a folder, opened as at a start. */
export function settingsIn(folder: string): SettingsKeeper {
  return settingsOn(folder, unguarded)
}

/** The same, watched by a guard. */
export function settingsOn(folder: string, guard: SettingsGuard): SettingsKeeper {
  return openSettings(createDocumentStore(folder, 'settings'), guard)
}
