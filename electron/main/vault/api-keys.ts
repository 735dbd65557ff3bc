import type { RandomBytes } from './passphrase-sealer'
import { openSealed, orNull, type Sealer, sealSurely } from './sealer'
import { createSecret, type Secret } from './secret'
import { proofOf, proves } from './secret-proof'
import type { ConnectionKind, SealedKeys } from './vault-document'
import type { VaultState } from './vault-state'

export type Keys =
  | { state: 'absent' }
  | { state: 'locked' }
  | { state: 'unreadable' }
  /**
   * `earlier`: not the last that were saved, for those do not open here. HAZARD: they may be another
   * merchant's, or of another place: ask the fingerprints which account is theirs before they are sent.
   */
  | (KeyPair & { state: 'ready'; savedAt: number; earlier: boolean })

interface KeyPair {
  apiKey: Secret
  apiSecret: Secret
  /** The origin and path that they were entered for: they are sent nowhere else. */
  place: string
}

/** The keys as typed, with the place that they are for. */
export interface KeyTexts {
  apiKey: string
  apiSecret: string
  place: string
}

/** The service's keys, of the sandbox and of production. */
export interface ApiKeys {
  /** 'unreadable': the keychain is not there, or a seal does not hold. Nothing is deleted then. */
  keys(kind: ConnectionKind): Keys
  /**
   * Replaces the keys once the new ones are on the disk; throws what the store throws, and then the
   * old ones stay. 'unavailable': this vault is sealed by a keychain that is not there or refuses.
   */
  saveKeys(kind: ConnectionKind, texts: KeyTexts): 'done' | 'locked' | 'unavailable'
  /** Whether this is the API secret of these keys, also where nothing can open them. */
  provesSecret(kind: ConnectionKind, typed: string): boolean
  /** The last four characters: all that the renderer may see. Null unless the keys are ready. */
  keyEndings(kind: ConnectionKind): { apiKey: string; apiSecret: string } | null
}

interface ApiKeysDeps {
  random: RandomBytes
  /** ms since the epoch. */
  now: () => number
}

export function createApiKeys(state: VaultState, { random, now }: ApiKeysDeps): ApiKeys {
  const keys = (kind: ConnectionKind): Keys => {
    const kept = state.document().connections[kind]
    if (kept === null) return { state: 'absent' }
    const last = openKeys(state, kind, kept)
    if (last.state !== 'unreadable') return last
    const earlier = kept.earlier.map(one => openKeys(state, kind, one))
    const open = earlier.find(one => one.state === 'ready')
    return open?.state === 'ready' ? { ...open, earlier: true } : last
  }

  /** Which old keys are kept next to new ones: what opens here is replaced by them, the rest is not theirs. */
  const unopened = (kind: ConnectionKind): SealedKeys[] => {
    const kept = state.document().connections[kind]
    if (kept === null) return []
    const { earlier, proof: _proof, ...last } = kept
    return [last, ...earlier]
      .filter(one => openKeys(state, kind, one).state !== 'ready')
      .slice(0, 10)
  }

  return {
    keys,
    saveKeys(kind, texts) {
      const sealing = state.sealing()
      if (sealing.state !== 'ready') return sealing.state
      const sealed = orNull(() => sealTexts(sealing.sealer, kind, texts))
      if (sealed === null) return 'unavailable'
      const document = state.document()
      const { method, backend } = sealing.sealer
      const proof = proofOf(texts.apiSecret, random)
      const kept = { ...sealed, method, backend, proof, savedAt: now(), earlier: unopened(kind) }
      const connections = { ...document.connections, [kind]: kept }
      const saved = orNull(() =>
        state.withRecords({ ...document, method, connections }, record => ({
          ...record,
          keys: { ...record.keys, [kind]: proof },
        })),
      )
      if (saved === null) return 'unavailable'
      state.commit(saved)
      return 'done'
    },
    provesSecret(kind, typed) {
      const proof = state.document().connections[kind]?.proof ?? null
      return proof !== null && proves(typed, proof)
    },
    keyEndings(kind) {
      const ready = keys(kind)
      if (ready.state !== 'ready') return null
      return { apiKey: ready.apiKey.lastFour(), apiSecret: ready.apiSecret.lastFour() }
    },
  }
}

function openKeys(state: VaultState, kind: ConnectionKind, kept: SealedKeys): Keys {
  const sealing = state.sealing(kept.method ?? undefined)
  if (sealing.state === 'locked') return { state: 'locked' }
  if (sealing.state === 'unavailable') return { state: 'unreadable' }
  const apiKey = openPlaced(sealing.sealer, `${kind}/api-key`, kept.apiKey)
  const apiSecret = openPlaced(sealing.sealer, `${kind}/api-secret`, kept.apiSecret)
  if (apiKey === null || apiSecret === null || apiKey.place !== apiSecret.place)
    return { state: 'unreadable' }
  const pair = { apiKey: apiKey.secret, apiSecret: apiSecret.secret, place: apiKey.place }
  return { ...pair, state: 'ready', savedAt: kept.savedAt, earlier: false }
}

/** The place is inside the seal: the file cannot say another one. */
function openPlaced(sealer: Sealer, name: string, sealed: string) {
  const plain = openSealed(sealer, name, sealed)?.toString('utf8')
  const end = plain?.indexOf('\n') ?? -1
  if (plain === undefined || end === -1) return null
  return { place: plain.slice(0, end), secret: createSecret(plain.slice(end + 1)) }
}

function sealTexts(sealer: Sealer, kind: ConnectionKind, { apiKey, apiSecret, place }: KeyTexts) {
  const placed = (text: string) => Buffer.from(`${place}\n${text}`)
  return {
    apiKey: sealSurely(sealer, `${kind}/api-key`, placed(apiKey)),
    apiSecret: sealSurely(sealer, `${kind}/api-secret`, placed(apiSecret)),
  }
}
