import { z } from 'zod'
import { canonical, guardedChanges, guardedParts } from '../../../shared/settings/guarded'
import { noUpdates } from '../../../shared/updates'
import type { GuardMark, GuardResult, SettingsGuard } from '../storage/settings'
import { isTagOf, type SettingsSeal, tagOf } from './settings-seal'
import type { Vault, VaultOpening } from './vault'

/**
 * The vault keeps the key, the newest generation and its values. The file is written first and carries the
 * proof of its generation: a crash between the two leaves a newer file, which proves itself.
 */
export function createSettingsGuard(opening: VaultOpening): SettingsGuard {
  if (!opening.ok) return { judge: () => ({ state: 'unknown' }), next: () => null }
  const { vault } = opening
  return {
    judge(settings, mark) {
      const parts = guardedParts(settings)
      const read = vault.settingsSeal()
      if (vault.staffSeal().state === 'edited') return withoutSeal(parts)
      if (read.state !== 'open') return unsealed(parts, vault)
      const text = canonical(parts)
      const before = withLaterParts(
        z.record(z.string(), z.unknown()).parse(JSON.parse(read.seal.text)),
      )
      if (text === canonical(before) || isNewer({ ...read.seal, text }, mark)) {
        const { restored } = read.seal
        return restored === null ? { state: 'sound' } : { state: 'restored', copy: restored }
      }
      return { state: 'held', changes: guardedChanges(before, parts), before }
    },
    next(settings, isConfirmed) {
      const read = vault.settingsSeal()
      if (read.state === 'locked') return null
      const last = read.state === 'open' ? read.seal : null
      const status = vault.status()
      if (status.state !== 'open') return null
      const seal: SettingsSeal = {
        key: last?.key ?? vault.newSettingsKey(),
        generation: (last?.generation ?? 0) + 1,
        text: canonical(guardedParts(settings)),
        restored: isConfirmed ? null : (last?.restored ?? null),
      }
      const mark = { generation: seal.generation, tag: tagOf(seal) }
      return { mark, keep: () => void vault.sealSettings(seal) }
    },
  }
}

/** A till that sealed its settings before these existed had their defaults. */
function withLaterParts(sealed: Record<string, unknown>): Record<string, unknown> {
  const { address, publicKey } = noUpdates
  return { 'updates.address': address, 'updates.publicKey': publicKey, ...sealed }
}

/** Written by this till after the vault's last: a crash came between the two. */
function isNewer(seal: SettingsSeal, mark: GuardMark): boolean {
  if (mark === null || mark.generation <= seal.generation) return false
  return isTagOf({ ...seal, generation: mark.generation }, mark.tag)
}

/**
 * Keys that open while no seal does, or a record which says that there was one: the seals were removed,
 * exchanged or damaged, and nothing vouches.
 * Where a passphrase is still to be typed no key opens either.
 */
function unsealed(parts: Record<string, unknown>, vault: Vault): GuardResult {
  const opens = (['sandbox', 'production'] as const).some(
    kind => vault.keys(kind).state === 'ready',
  )
  return opens || vault.wereSettingsSealed() ? withoutSeal(parts) : { state: 'unknown' }
}

function withoutSeal(parts: Record<string, unknown>): GuardResult {
  return { state: 'held', changes: guardedChanges(null, parts), before: null }
}
