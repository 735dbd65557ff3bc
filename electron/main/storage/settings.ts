import { z } from 'zod'
import type { RestoredCopy } from '../../../shared/backup'
import { defaultSettings, type Settings, settingsSchema } from '../../../shared/settings'
import {
  canonical,
  guardedParts,
  type SettingChange,
  withGuardedParts,
} from '../../../shared/settings/guarded'
import type { DocumentStore } from './document-store'

/** What a settings file carries of its guard; null in a file that was never sealed. */
const guardMarkSchema = z
  .strictObject({ generation: z.int().min(1), tag: z.base64().max(64) })
  .nullable()

export type GuardMark = z.infer<typeof guardMarkSchema>

export type GuardResult =
  /** As the till left them. */
  | { state: 'sound' }
  /** Nothing was sealed yet, or what sealed it is not here: nothing can be judged, and no key opens. */
  | { state: 'unknown' }
  | { state: 'held'; changes: SettingChange[]; before: Record<string, unknown> | null }
  /** As the till left them, in a copy that no owner has confirmed yet. */
  | { state: 'restored'; copy: RestoredCopy }

/** Watches that the guarded settings are what the till wrote: `vault/settings-guard.ts`. */
export interface SettingsGuard {
  judge(settings: Settings, mark: GuardMark): GuardResult
  /**
   * The next generation, of these settings; null where nothing can be sealed now. The mark goes into the
   * file; `keep` seals it once the file is on the disk, and throws what the vault's store throws.
   * `isConfirmed`: an owner has confirmed a restored copy.
   */
  next(settings: Settings, isConfirmed: boolean): { mark: GuardMark; keep: () => void } | null
}

/** What the till remembers besides keys and ledger. */
export interface SettingsKeeper {
  get(): Settings
  /** Checks, writes durably, and only then holds the new settings. Throws what the store throws. */
  update(change: (settings: Settings) => Settings): Settings
  /** Where settings that could not be read were put aside, or null: the person is told. */
  setAsideAs(): string | null
  /** Guarded settings that were changed outside the till; while there are any nothing is sent. */
  changedOutside(): readonly SettingChange[]
  /** An owner's judgement of them: true puts the old values back, where they are known. */
  settle(putBack: boolean): void
  /** The copy that this till was restored from; while there is one nothing is sent. */
  restoredCopy(): RestoredCopy | null
  /** An owner goes on from that copy. */
  confirmRestored(): void
}

const documentSchema = settingsSchema.extend({ guard: guardMarkSchema.default(null) })

interface ReadSettings {
  settings: Settings
  mark: GuardMark
}

/**
 * Reads the settings, or the defaults where there are none yet. In the place of a file that is damaged
 * or gone comes its last good copy. One without a copy is set aside whole, never overwritten: addresses
 * and shop data can be fetched back from it.
 */
export function openSettings(store: DocumentStore, guard: SettingsGuard): SettingsKeeper {
  const stored = store.read()
  const read =
    soundSettings(stored.state === 'read' ? stored.document : null) ??
    soundSettings(store.recover(document => soundSettings(document) !== null))
  const setAsideAs = stored.state === 'none' || read ? null : store.quarantine()
  let settings = read?.settings ?? defaultSettings
  let mark = read?.mark ?? null
  // Once held it is held until an owner has judged it, whatever else is saved meanwhile.
  let settled: GuardResult['state'] = 'unknown'

  /** Asked again until it can be answered: the passphrase may be typed later. */
  function guardResult(): GuardResult {
    if (settled === 'sound') return { state: 'sound' }
    const judged = guard.judge(settings, mark)
    settled = judged.state
    return judged
  }

  function write(next: Settings, generation: ReturnType<SettingsGuard['next']>): void {
    const nextMark = generation ? generation.mark : mark
    store.write(nextMark ? { ...next, guard: nextMark } : next)
    settings = next
    mark = nextMark
    generation?.keep()
  }

  return {
    get: () => settings,
    update(change) {
      const next = settingsSchema.parse(change(settings))
      const judged = guardResult()
      const isSame = canonical(guardedParts(next)) === canonical(guardedParts(settings))
      // Without a seal yet it is made now: keys that are saved next must never be without one.
      const isSealed = judged.state === 'sound' && isSame
      write(next, judged.state === 'held' || isSealed ? null : guard.next(next, false))
      return next
    },
    setAsideAs: () => setAsideAs,
    changedOutside() {
      const judged = guardResult()
      return judged.state === 'held' ? judged.changes : []
    },
    settle(putBack) {
      const judged = guardResult()
      if (judged.state !== 'held') return
      const next =
        putBack && judged.before
          ? settingsSchema.parse(withGuardedParts(settings, judged.before))
          : settings
      write(next, guard.next(next, false))
      // A copy that was restored is still to be confirmed.
      settled = guard.judge(settings, mark).state === 'restored' ? 'unknown' : 'sound'
    },
    restoredCopy() {
      const judged = guardResult()
      return judged.state === 'restored' ? judged.copy : null
    },
    confirmRestored() {
      if (guardResult().state === 'restored') write(settings, guard.next(settings, true))
      settled = 'unknown'
    },
  }
}

function soundSettings(document: unknown): ReadSettings | null {
  const parsed = documentSchema.safeParse(document)
  if (!parsed.success) return null
  const { guard, ...settings } = parsed.data
  return { settings, mark: guard }
}
