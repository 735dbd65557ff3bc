import { createHash } from 'node:crypto'
import { z } from 'zod'
import {
  canonical,
  guardedChanges,
  guardedParts,
  type SettingChange,
} from '../../../shared/settings/guarded'
import { noUpdates } from '../../../shared/updates'
import type { GuardMark, GuardResult, SettingsGuard } from '../storage/settings'
import { isTagOf, type SettingsSeal, tagOf } from './settings-seal'
import type { Vault, VaultOpening } from './vault'

/** Where generations of the settings are on record: the audit log. */
export interface SettingsWitness {
  /** The newest generation on record; 0 where none is known. */
  generation(): number
  /** The digest of each guarded setting of that generation; null where they are not on record. */
  digests(): Readonly<Record<string, string>> | null
  /** A generation that was found sealed: it goes on record with the next entry. */
  found(generation: number, digests: Readonly<Record<string, string>>): void
  /** A generation that was sealed now. What cannot be written is logged, and goes with the next entry. */
  sealed(generation: number, digests: Readonly<Record<string, string>>): void
}

/**
 * The vault keeps the key, the newest generation and its values. The file is written first and carries the
 * proof of its generation: a crash between the two leaves a newer file, which proves itself. The audit log
 * has the generation last, so that it is never ahead: a file and a seal that are behind it were put back.
 */
export function createSettingsGuard(
  opening: VaultOpening,
  witness: SettingsWitness,
): SettingsGuard {
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
      const newer = isNewer({ ...read.seal, text }, mark) ? mark : null
      const generation = newer?.generation ?? read.seal.generation
      const putBack = generation < witness.generation() ? sinceWitnessed(parts, witness) : []
      if (putBack.length > 0) return { state: 'held', changes: putBack, before: null }
      if (newer || text === canonical(before)) {
        witness.found(generation, digestsOf(parts))
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
      const parts = guardedParts(settings)
      const seal: SettingsSeal = {
        key: last?.key ?? vault.newSettingsKey(),
        generation: Math.max(last?.generation ?? 0, witness.generation()) + 1,
        text: canonical(parts),
        restored: isConfirmed ? null : (last?.restored ?? null),
      }
      const mark = { generation: seal.generation, tag: tagOf(seal) }
      const keep = () => {
        if (vault.sealSettings(seal)) witness.sealed(seal.generation, digestsOf(parts))
      }
      return { mark, keep }
    },
  }
}

/** A till that sealed its settings before these existed had their defaults. */
function withLaterParts(sealed: Record<string, unknown>): Record<string, unknown> {
  const { address, publicKey } = noUpdates
  return { 'updates.address': address, 'updates.publicKey': publicKey, ...sealed }
}

/** What differs from the newest generation on record, whose values are not known any more. */
function sinceWitnessed(parts: Record<string, unknown>, witness: SettingsWitness): SettingChange[] {
  const digests = witness.digests()
  const now = digestsOf(parts)
  return guardedChanges(null, parts).filter(({ name }) => digests?.[name] !== now[name])
}

/** Not the values: the audit log is shown, and these may be long. */
function digestsOf(parts: Record<string, unknown>): Record<string, string> {
  const digest = (value: unknown) =>
    createHash('sha256').update(canonical(value)).digest('hex').slice(0, 20)
  return Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, digest(value)]))
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
