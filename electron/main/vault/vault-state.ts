import type { DocumentStore } from '../storage/document-store'
import type { KeychainSealer } from './keychain-sealer'
import type { RandomBytes } from './passphrase-sealer'
import { openSealed, orNull, SealBroken, type Sealer } from './sealer'
import { proofOf } from './secret-proof'
import {
  nameUnder,
  noStaff,
  type OpenRecord,
  openRecord,
  type SealedStaff,
  type StaffRecord,
  sealRecord,
} from './staff-record'
import {
  type ConnectionKind,
  holdsSecrets,
  type StaffSeal,
  sealedIn,
  type VaultDocument,
} from './vault-document'

/** Whether real secrets can be sealed and opened now. */
export type Sealing =
  | { state: 'ready'; sealer: Sealer }
  | { state: 'locked' }
  | { state: 'unavailable' }

/**
 * The document in force and the sealers at hand: what the parts of the vault share.
 *
 * Each sealed value is bound to an id of this vault. An id is random and is made together with the record
 * that vouches for it: at the first secret, and where nothing that is sealed opens any more. HAZARD: no
 * record is ever made for an id that was read from the file, for anyone could have copied it there.
 */
export interface VaultState {
  readonly keychain: KeychainSealer | null
  readonly noStaff: SealedStaff
  document(): VaultDocument
  /**
   * First on the disk, then in force; if the store throws, all stays as it was. `opened`: the sealer of a
   * passphrase that was chosen just now.
   */
  commit(document: VaultDocument, opened?: Sealer): void
  /** The method for real secrets: the one they are sealed with, or that the first one will be. */
  method(): Sealer['method']
  /** Its names are bound to this vault. */
  sealing(method?: Sealer['method']): Sealing
  openWith(sealer: Sealer): void
  /** The same sealer with names as they are given. */
  bare(sealer: Sealer): Sealer
  /** Nothing was ever sealed. */
  isUnused(): boolean
  recordsIn(seals: readonly StaffSeal[]): OpenRecord[]
  /** With the records that open here changed; in the same write as what they vouch for. */
  withRecords(document: VaultDocument, change: (record: StaffRecord) => StaffRecord): VaultDocument
  /** The ids under which anything but a record opens. */
  openIds(): Set<string>
  /** The id that the next value is sealed under. */
  sealId(): string
  /** Of a till without staff; vouches for what this document has under the id. */
  firstRecord(document: VaultDocument, sealer: Sealer, id: string): StaffRecord
  /** The API secret that opens under this id, or null. */
  secretUnder(id: string, kind: ConnectionKind): string | null
}

interface Deps {
  store: Pick<DocumentStore, 'write'>
  keychain: KeychainSealer | null
  random: RandomBytes
}

/** Starts from a sound document, locked if it needs a passphrase. */
export function createVaultState(
  start: VaultDocument,
  { store, keychain, random }: Deps,
): VaultState {
  let document = start
  let passphraseSealer: Sealer | null = null
  /** Not in the document yet. */
  let freshId: string | null = null

  const bareOf = (method: Sealer['method']) => (method === 'keychain' ? keychain : passphraseSealer)
  const method = () => document.method ?? (keychain === null ? 'passphrase' : 'keychain')
  const ids = () => (freshId === null ? document.ids : [freshId, ...document.ids])

  const recordsIn = (seals: readonly StaffSeal[]) =>
    seals.flatMap(({ method: by, value }) => {
      const sealer = bareOf(by)
      return sealer ? ids().flatMap(id => openRecord(sealer, id, value) ?? []) : []
    })

  function openIds(): Set<string> {
    const opened = sealedIn(document).flatMap(({ name, method: by, value }) => {
      const sealer = bareOf(by ?? method())
      const opens = (id: string) => openSealed(sealer as Sealer, nameUnder(id, name), value)
      return sealer ? ids().filter(id => opens(id) !== null) : []
    })
    return new Set(opened)
  }

  function sealId(): string {
    const known = recordsIn(document.staffSeals)[0]?.id ?? [...openIds()][0]
    if (known !== undefined) return known
    freshId ??= random(16).toString('base64url')
    return freshId
  }

  function bound<S extends Sealer>(sealer: S): S {
    return {
      ...sealer,
      seal: (name: string, plain: Buffer) => sealer.seal(nameUnder(sealId(), name), plain),
      open(name: string, sealed: string) {
        for (const id of ids()) {
          const plain = openSealed(sealer, nameUnder(id, name), sealed)
          if (plain !== null) return plain
        }
        throw new SealBroken(name)
      },
    }
  }

  const sealerOf = (by: Sealer['method'] | null) => bareOf(by ?? method())

  function firstRecord(from: VaultDocument, sealer: Sealer, id: string): StaffRecord {
    const proof = (kind: ConnectionKind) => {
      const secret = secretIn(from.connections[kind], nameUnder(id, `${kind}/api-secret`), sealerOf)
      return secret === null ? null : proofOf(secret, random)
    }
    const settings = from.settingsSeals.some(
      ({ value }) => openSealed(sealer, nameUnder(id, 'settings/guard'), value) !== null,
    )
    const keys = { sandbox: proof('sandbox'), production: proof('production') }
    return { ...noStaff, keys, settings }
  }

  /** With the first secret comes the record that says: no staff yet. From then on it cannot be left out. */
  function withFirstRecord(next: VaultDocument): VaultDocument {
    const sealer = bareOf(next.method ?? method())
    if (sealer === null || !holdsSecrets(next)) return next
    const id = sealId()
    if (next.ids.includes(id)) return next
    const seal = orNull(() => sealRecord(sealer, { id, record: firstRecord(next, sealer, id) }))
    // The keychain was locked meanwhile: then nothing new was sealed either.
    if (seal === null) return next
    const audit = document.ids.length > 0 ? next.dataKeys : withAuditKey(next.dataKeys, sealer, id)
    const staffSeals = [...next.staffSeals, seal].slice(-10)
    return { ...next, ids: [id, ...next.ids].slice(0, 20), staffSeals, dataKeys: audit }
  }

  return {
    keychain: keychain && bound(keychain),
    noStaff,
    document: () => document,
    commit(next, opened) {
      const before = passphraseSealer
      passphraseSealer = opened ?? before
      try {
        const whole = withFirstRecord(next)
        store.write(whole)
        document = whole
        freshId = null
      } catch (error) {
        passphraseSealer = before
        throw error
      }
    },
    method,
    sealing(asked = method()) {
      const sealer = bareOf(asked)
      if (sealer !== null) return { state: 'ready', sealer: bound(sealer) }
      return { state: asked === 'keychain' ? 'unavailable' : 'locked' }
    },
    openWith(sealer) {
      passphraseSealer = sealer
    },
    bare: sealer => bareOf(sealer.method) ?? sealer,
    isUnused: () => document.ids.length === 0 && !holdsSecrets(document),
    recordsIn,
    withRecords(next, change) {
      const sealer = bareOf(next.method ?? method())
      const open = recordsIn(next.staffSeals)
      if (sealer === null || open.length === 0) return next
      const kept = next.staffSeals.filter(seal => recordsIn([seal]).length === 0)
      const made = open.map(({ id, record }) => sealRecord(sealer, { id, record: change(record) }))
      return { ...next, staffSeals: [...kept, ...made] }
    },
    openIds,
    sealId,
    firstRecord,
    secretUnder: (id, kind) =>
      secretIn(document.connections[kind], nameUnder(id, `${kind}/api-secret`), sealerOf),
  }
}

/** The API secret of a connection, of the newest keys that open by this name. */
function secretIn(
  kept: VaultDocument['connections'][ConnectionKind],
  name: string,
  sealerOf: (by: Sealer['method'] | null) => Sealer | null,
): string | null {
  for (const one of kept ? [kept, ...kept.earlier] : []) {
    const sealer = sealerOf(one.method)
    const text = sealer && openSealed(sealer, name, one.apiSecret)?.toString('utf8')
    if (text) return text.slice(text.indexOf('\n') + 1)
  }
  return null
}

/** An open key of the audit log counts only before the first secret: it is sealed in the same write. */
function withAuditKey(
  dataKeys: VaultDocument['dataKeys'],
  sealer: Sealer,
  id: string,
): VaultDocument['dataKeys'] {
  const kept = dataKeys.auditLog
  if (kept?.method !== 'none') return dataKeys
  const key = Buffer.from(kept.value, 'base64')
  const value = sealer.seal(nameUnder(id, 'auditLog/data-key'), key)
  return { ...dataKeys, auditLog: { method: sealer.method, backend: sealer.backend, value } }
}
