import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { RandomBytes } from './passphrase-sealer'
import { openSealed, orNull, sealSurely } from './sealer'
import type { SealedKey } from './vault-document'
import type { VaultState } from './vault-state'

const contentSchema = z.strictObject({
  /** HMAC key, base64: a newer document that carries its tag was written by this till. */
  key: z.base64().min(1),
  generation: z.int().min(1),
  /** The guarded settings of that generation, in canonical form. */
  text: z.string(),
  /** The till was restored from a copy, and no owner has confirmed yet that it goes on from there. */
  restored: z
    .strictObject({
      madeAt: z.number(),
      restoredAt: z.number(),
      shop: z.string(),
      till: z.string(),
    })
    .nullable(),
})

/** What the vault knows of the guarded settings. */
export type SettingsSeal = z.infer<typeof contentSchema>

export type SettingsSealReading =
  | { state: 'absent' }
  /** A passphrase opens it, and that has not been typed yet. */
  | { state: 'locked' }
  /** The keychain is not there, or it is another one; or seals disagree. */
  | { state: 'unreadable' }
  | { state: 'open'; seal: SettingsSeal }

export interface SettingsSeals {
  settingsSeal(): SettingsSealReading
  /**
   * Replaces the seals that open here; those of another keychain stay for its return. False where nothing
   * can be sealed now. Throws what the store throws.
   */
  sealSettings(seal: SettingsSeal): boolean
  /** A key for `tagOf`. */
  newSettingsKey(): string
}

const name = 'settings/guard'

export function createSettingsSeals(state: VaultState, random: RandomBytes): SettingsSeals {
  function open({ method, value }: SealedKey): SettingsSeal | null {
    const sealing = state.sealing(method)
    const plain = sealing.state === 'ready' ? openSealed(sealing.sealer, name, value) : null
    return plain && contentSchema.parse(JSON.parse(plain.toString('utf8')))
  }

  return {
    settingsSeal() {
      const seals = state.document().settingsSeals
      if (seals.length === 0) return { state: 'absent' }
      const opened = seals.flatMap(one => open(one) ?? [])
      const [seal] = opened.toSorted((one, other) => other.generation - one.generation)
      // Those that open here are replaced together: two that differ are not both of this till.
      const texts = new Set(opened.map(({ text }) => text))
      if (seal) return texts.size === 1 ? { state: 'open', seal } : { state: 'unreadable' }
      const isLocked = seals.some(({ method }) => state.sealing(method).state === 'locked')
      return { state: isLocked ? 'locked' : 'unreadable' }
    },
    sealSettings(seal) {
      const sealing = state.sealing()
      if (sealing.state !== 'ready') return false
      const { sealer } = sealing
      const value = orNull(() => sealSurely(sealer, name, Buffer.from(JSON.stringify(seal))))
      if (value === null) return false
      const { method, backend } = sealer
      const document = state.document()
      const kept = document.settingsSeals.filter(one => open(one) === null).slice(-9)
      const next = { ...document, settingsSeals: [...kept, { method, backend, value }] }
      const noted = orNull(() => state.withRecords(next, record => ({ ...record, settings: true })))
      if (noted) state.commit(noted)
      return noted !== null
    },
    newSettingsKey: () => random(32).toString('base64'),
  }
}

/** The proof that a document's guarded settings are of this generation, by the key in the vault. */
export function tagOf({ key, generation, text }: SettingsSeal): string {
  const hmac = createHmac('sha256', Buffer.from(key, 'base64'))
  return hmac.update(`kaunta-settings ${generation}\n${text}`).digest('base64')
}

export function isTagOf(seal: SettingsSeal, tag: string): boolean {
  const expected = Buffer.from(tagOf(seal), 'base64')
  const given = Buffer.from(tag, 'base64')
  return expected.length === given.length && timingSafeEqual(expected, given)
}
