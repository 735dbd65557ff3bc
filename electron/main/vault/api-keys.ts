import { openSealed, orNull, type Sealer, sealSurely } from './sealer'
import { createSecret, type Secret } from './secret'
import type { ConnectionKind } from './vault-document'
import type { VaultState } from './vault-state'

export type Keys =
  | { state: 'absent' }
  | { state: 'locked' }
  | { state: 'unreadable' }
  | { state: 'ready'; apiKey: Secret; apiSecret: Secret; savedAt: number }

/** The service's keys, of the sandbox and of production. */
export interface ApiKeys {
  /** 'unreadable': the keychain is not there, or a seal does not hold. Nothing is deleted then. */
  keys(kind: ConnectionKind): Keys
  /**
   * Replaces the keys once the new ones are on the disk; throws what the store throws, and then the
   * old ones stay. 'unavailable': this vault is sealed by a keychain that is not there or refuses.
   */
  saveKeys(
    kind: ConnectionKind,
    texts: { apiKey: string; apiSecret: string },
  ): 'done' | 'locked' | 'unavailable'
  /** The last four characters: all that the renderer may see. Null unless the keys are ready. */
  keyEndings(kind: ConnectionKind): { apiKey: string; apiSecret: string } | null
}

/** `now`: ms since the epoch. */
export function createApiKeys(state: VaultState, now: () => number): ApiKeys {
  const keys = (kind: ConnectionKind): Keys => {
    const kept = state.document().connections[kind]
    if (kept === null) return { state: 'absent' }
    const sealing = state.sealing()
    if (sealing.state === 'locked') return { state: 'locked' }
    if (sealing.state === 'unavailable') return { state: 'unreadable' }
    const apiKey = openSealed(sealing.sealer, `${kind}/api-key`, kept.apiKey)
    const apiSecret = openSealed(sealing.sealer, `${kind}/api-secret`, kept.apiSecret)
    if (apiKey === null || apiSecret === null) return { state: 'unreadable' }
    const secrets = { apiKey: secretOf(apiKey), apiSecret: secretOf(apiSecret) }
    return { state: 'ready', ...secrets, savedAt: kept.savedAt }
  }

  return {
    keys,
    saveKeys(kind, texts) {
      const sealing = state.sealing()
      if (sealing.state !== 'ready') return sealing.state
      const sealed = orNull(() => sealTexts(sealing.sealer, kind, texts))
      if (sealed === null) return 'unavailable'
      const document = state.document()
      const connections = { ...document.connections, [kind]: { ...sealed, savedAt: now() } }
      state.commit({ ...document, method: sealing.sealer.method, connections })
      return 'done'
    },
    keyEndings(kind) {
      const ready = keys(kind)
      if (ready.state !== 'ready') return null
      return { apiKey: ready.apiKey.lastFour(), apiSecret: ready.apiSecret.lastFour() }
    },
  }
}

const secretOf = (plain: Buffer) => createSecret(plain.toString('utf8'))

function sealTexts(
  sealer: Sealer,
  kind: ConnectionKind,
  texts: { apiKey: string; apiSecret: string },
) {
  return {
    apiKey: sealSurely(sealer, `${kind}/api-key`, Buffer.from(texts.apiKey)),
    apiSecret: sealSurely(sealer, `${kind}/api-secret`, Buffer.from(texts.apiSecret)),
  }
}
