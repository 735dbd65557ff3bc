import { isDeepStrictEqual } from 'node:util'
import {
  defaultPreferences,
  guardedSettingsSchema,
  type Preferences,
  preferencesSchema,
  type Settings,
  withTillNamedIn,
} from '../../../shared/settings'
import type { Log } from '../platform/log'
import type { DocumentStore } from './files/document-store'
import type { TillStore } from './till-store'

/** What the till remembers besides keys, people and ledgers. */
export type SettingsKeeper = Pick<KeptSettings, 'get' | 'update'>

/**
 * The settings from their two places: what decides about money or trust is sealed in the store, and
 * `preferences.json` has the rest. Where that cannot be read, the defaults stand in.
 */
export class KeptSettings {
  #preferences: Preferences

  constructor(
    private readonly store: TillStore,
    private readonly file: DocumentStore,
    log: Log,
  ) {
    this.#preferences = readPreferences(file, log)
  }

  /** A property, for parts take it by itself. */
  readonly get = (): Settings =>
    withTillNamedIn(this.#preferences.display.language, {
      ...this.#preferences,
      ...this.store.document().settings,
    })

  /** Checks, writes durably, and only then holds the new settings. Throws StoreFailed, and what node:fs throws. */
  update(change: (settings: Settings) => Settings): void {
    const next = withTillNamedIn('en', change(this.get()))
    const guarded = guardedSettingsSchema.strip().parse(next)
    const preferences = preferencesSchema.strip().parse(next)
    if (!isDeepStrictEqual(guarded, this.store.document().settings))
      this.store.commit(document => ({ ...document, settings: guarded }))
    if (isDeepStrictEqual(preferences, this.#preferences)) return
    this.file.write(preferences)
    this.#preferences = preferences
  }
}

function readPreferences(file: DocumentStore, log: Log): Preferences {
  try {
    const stored = file.read()
    if (stored !== null) return preferencesSchema.parse(stored)
  } catch (error) {
    log.error('preferences-not-read', { error })
  }
  return defaultPreferences
}
