import { z } from 'zod'
import type { Settings } from '../../../shared/settings'
import {
  canonical,
  guardedChanges,
  guardedParts,
  type SettingChange,
} from '../../../shared/settings/guarded'
import { isTagOf, type SettingsSeal, tagOf, type Vault, type VaultOpening } from '../vault'

/** What a settings file carries of its guard; null in a file that was never sealed. */
export const guardMarkSchema = z
  .strictObject({ generation: z.int().min(1), tag: z.base64().max(64) })
  .nullable()

export type GuardMark = z.infer<typeof guardMarkSchema>

export type GuardVerdict =
  /** As the till left them. */
  | { state: 'sound' }
  /** Nothing was sealed yet, or what sealed it is not here: nothing can be judged, and no key opens. */
  | { state: 'unknown' }
  | { state: 'held'; changes: SettingChange[]; before: Record<string, unknown> | null }

/** Watches that the guarded settings are what the till wrote. */
export interface SettingsGuard {
  judge(settings: Settings, mark: GuardMark): GuardVerdict
  /** The seal of these settings as the next generation; null where nothing can be sealed now. */
  next(settings: Settings): SettingsSeal | null
  /** The settings of this seal are on the disk. Throws what the vault's store throws. */
  keep(seal: SettingsSeal): void
}

export const markOf = (seal: SettingsSeal): GuardMark => ({
  generation: seal.generation,
  tag: tagOf(seal),
})

/**
 * The vault keeps the key, the newest generation and its values. The file is written first and carries the
 * proof of its generation: a crash between the two leaves a newer file, which proves itself.
 */
export function createSettingsGuard(opening: VaultOpening): SettingsGuard {
  if (!opening.ok)
    return { judge: () => ({ state: 'unknown' }), next: () => null, keep: () => undefined }
  const { vault } = opening
  return {
    judge(settings, mark) {
      const parts = guardedParts(settings)
      const read = vault.settingsSeal()
      if (read.state === 'locked') return { state: 'unknown' }
      if (read.state !== 'open') return unsealed(parts, vault)
      const text = canonical(parts)
      if (text === read.seal.text) return { state: 'sound' }
      if (isNewer({ ...read.seal, text }, mark)) return { state: 'sound' }
      const before = z.record(z.string(), z.unknown()).parse(JSON.parse(read.seal.text))
      return { state: 'held', changes: guardedChanges(before, parts), before }
    },
    next(settings) {
      const read = vault.settingsSeal()
      if (read.state === 'locked') return null
      const last = read.state === 'open' ? read.seal : null
      const status = vault.status()
      if (status.state !== 'open') return null
      return {
        key: last?.key ?? vault.newSettingsKey(),
        generation: (last?.generation ?? 0) + 1,
        text: canonical(guardedParts(settings)),
      }
    },
    keep: seal => void vault.sealSettings(seal),
  }
}

/** Written by this till after the vault's last: a crash came between the two. */
function isNewer(seal: SettingsSeal, mark: GuardMark): boolean {
  if (mark === null || mark.generation <= seal.generation) return false
  return isTagOf({ ...seal, generation: mark.generation }, mark.tag)
}

/** Keys that open without the seal beside them: the seal was removed or damaged, and nothing vouches. */
function unsealed(parts: Record<string, unknown>, vault: Vault): GuardVerdict {
  const opens = (['sandbox', 'production'] as const).some(
    kind => vault.keys(kind).state === 'ready',
  )
  if (!opens) return { state: 'unknown' }
  return { state: 'held', changes: guardedChanges(null, parts), before: null }
}
