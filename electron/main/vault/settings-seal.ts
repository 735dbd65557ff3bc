import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { RandomBytes } from './passphrase-sealer'
import { openSealed, orNull, sealSurely } from './sealer'
import type { VaultState } from './vault-state'

const contentSchema = z.strictObject({
  /** HMAC key, base64: a newer document that carries its tag was written by this till. */
  key: z.base64().min(1),
  generation: z.int().min(1),
  /** The guarded settings of that generation, in canonical form. */
  text: z.string(),
})

/** What the vault knows of the guarded settings. */
export type SettingsSeal = z.infer<typeof contentSchema>

export type SettingsSealReading =
  | { state: 'absent' }
  /** A passphrase opens it, and that has not been typed yet. */
  | { state: 'locked' }
  /** The keychain is not there, or it is another one. */
  | { state: 'unreadable' }
  | { state: 'open'; seal: SettingsSeal }

export interface SettingsSeals {
  settingsSeal(): SettingsSealReading
  /** Once on the disk; false where nothing can be sealed now. Throws what the store throws. */
  sealSettings(seal: SettingsSeal): boolean
  /** A key for `tagOf`. */
  newSettingsKey(): string
}

const name = 'settings/guard'

export function createSettingsSeals(state: VaultState, random: RandomBytes): SettingsSeals {
  return {
    settingsSeal() {
      const kept = state.document().settingsSeal
      if (kept === null) return { state: 'absent' }
      const sealing = state.sealing(kept.method)
      if (sealing.state === 'locked') return { state: 'locked' }
      const plain = sealing.state === 'ready' ? openSealed(sealing.sealer, name, kept.value) : null
      if (plain === null) return { state: 'unreadable' }
      return { state: 'open', seal: contentSchema.parse(JSON.parse(plain.toString('utf8'))) }
    },
    sealSettings(seal) {
      const sealing = state.sealing()
      if (sealing.state !== 'ready') return false
      const { sealer } = sealing
      const value = orNull(() => sealSurely(sealer, name, Buffer.from(JSON.stringify(seal))))
      if (value === null) return false
      const { method, backend } = sealer
      state.commit({ ...state.document(), settingsSeal: { method, backend, value } })
      return true
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
