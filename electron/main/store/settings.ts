import { isDeepStrictEqual } from 'node:util'
import type { ConnectionKind } from '../../../shared/connection'
import type { ParsedOf } from '../../../shared/ipc/contract'
import type { HandlersOf } from '../../../shared/ipc/handlers'
import { type Result, success } from '../../../shared/ipc/result'
import type { StatusWords } from '../../../shared/payment/status-words'
import {
  defaultPreferences,
  guardedSettingsSchema,
  type Preferences,
  preferencesSchema,
  type Settings,
  withTillNamedIn,
} from '../../../shared/settings'
import type { Log } from '../platform/log'
import { withAddedSettings } from './added-settings'
import type { DocumentStore } from './files/document-store'
import type { TillStore } from './till-store'

/** What the till remembers besides keys, people and ledgers. */
export type SettingsKeeper = Pick<KeptSettings, 'get' | 'update'>

/**
 * The settings from their two places: what decides about money or trust is sealed in the store, and
 * `preferences.json` has the rest. Where that cannot be read, the defaults stand in.
 */
export class KeptSettings implements HandlersOf<'settings'> {
  #preferences: Preferences

  constructor(
    private readonly store: TillStore,
    private readonly file: DocumentStore,
    log: Log,
    /** A window changed them. */
    private readonly changed: () => void,
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

  /** As `update`, by a window: all windows get the new state. */
  change(how: (settings: Settings) => Settings): Result<null> {
    this.update(how)
    this.changed()
    return success(null)
  }

  save({ section, value }: ParsedOf<'settings', 'save'>): Result<null> {
    return this.change(all => {
      if (section === 'words') return withWords(all, all.active ?? 'practice', value)
      return section === 'timeouts' ? { ...all, ...value } : { ...all, [section]: value }
    })
  }

  saveDisplay(display: ParsedOf<'settings', 'saveDisplay'>): Result<null> {
    return this.change(all => ({ ...all, display }))
  }

  saveAlerts(alerts: ParsedOf<'settings', 'saveAlerts'>): Result<null> {
    return this.change(all => ({ ...all, alerts }))
  }
}

/** The settings with a connection's own status words. */
export function withWords(all: Settings, kind: ConnectionKind, words: StatusWords): Settings {
  return { ...all, [kind]: { ...all[kind], words } }
}

function readPreferences(file: DocumentStore, log: Log): Preferences {
  try {
    const stored = file.read()
    if (stored !== null)
      return preferencesSchema.parse(withAddedSettings(stored, defaultPreferences))
  } catch (error) {
    log.error('preferences-not-read', { error })
  }
  return defaultPreferences
}
