import { defaultSettings, type Settings, settingsSchema } from '../../../shared/settings'
import type { DocumentStore } from './document-store'

/** What the till remembers besides keys and ledger. */
export interface SettingsKeeper {
  get(): Settings
  /** Checks, writes durably, and only then holds the new settings. Throws what the store throws. */
  update(change: (settings: Settings) => Settings): Settings
  /** Where settings that could not be read were put aside, or null: the person is told. */
  setAsideAs(): string | null
}

/**
 * Reads the settings, or the defaults where there are none yet. In the place of a file that is damaged
 * or gone comes its last good copy. One without a copy is set aside whole, never overwritten: addresses
 * and shop data can be fetched back from it.
 */
export function openSettings(store: DocumentStore): SettingsKeeper {
  const stored = store.read()
  const read =
    soundSettings(stored.state === 'read' ? stored.document : null) ??
    soundSettings(store.recover(document => soundSettings(document) !== null))
  const setAsideAs = stored.state === 'none' || read ? null : store.quarantine()
  let settings = read ?? defaultSettings
  return {
    get: () => settings,
    update(change) {
      const next = settingsSchema.parse(change(settings))
      store.write(next)
      settings = next
      return next
    },
    setAsideAs: () => setAsideAs,
  }
}

function soundSettings(document: unknown): Settings | null {
  const parsed = settingsSchema.safeParse(document)
  return parsed.success ? parsed.data : null
}
