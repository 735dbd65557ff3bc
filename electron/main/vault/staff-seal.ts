import { timingSafeEqual } from 'node:crypto'
import { orNull, type Sealer } from './sealer'
import { proves, type SecretProof } from './secret-proof'
import { agree, type OpenRecord, type SealedStaff, sealRecord } from './staff-record'
import type { StaffSeal, VaultDocument } from './vault-document'
import type { VaultState } from './vault-state'

/** The records of the staff list in the vault's file: see `VaultState` for the ids. */
export interface StaffSeals {
  /**
   * 'edited': something opens for which no record vouches, or the records disagree, so the file was
   * changed outside the till. 'unreadable': nothing can be opened, because the keychain is not there.
   */
  staffSeal():
    | { state: 'open'; staff: SealedStaff }
    | { state: 'locked' | 'edited' }
    | { state: 'unreadable'; people: boolean }
  /**
   * Replaces the records that open here. False where there is nothing to seal with. Throws what the store
   * throws. `overAll`: an owner has started over; then it vouches for all that opens.
   */
  sealStaff(staff: SealedStaff, overAll: boolean): boolean
  /** Whether the settings were ever sealed, by a record that opens here. */
  wereSettingsSealed(): boolean
  /**
   * Whether this text is the API secret of all that opens here. 'no-keys': none was ever saved.
   * 'unprovable': keys were removed or damaged, and nothing tells the owner.
   */
  proveOwner(typed: string): 'proven' | 'wrong' | 'no-keys' | 'unprovable'
}

const kinds = ['production', 'sandbox'] as const

export function createStaffSeals(state: VaultState): StaffSeals {
  const unopened = (): StaffSeal[] =>
    state.document().staffSeals.filter(seal => state.recordsIn([seal]).length === 0)

  /** The plain words of a file in which nothing opens. */
  function unreadable({ ids, staffSeals }: VaultDocument): ReturnType<StaffSeals['staffSeal']> {
    if (staffSeals.length === 0) return { state: 'edited' }
    return ids.length === 0 ? { state: 'edited' } : { state: 'unreadable', people: false }
  }

  function sealed(sealer: Sealer, staff: SealedStaff, overAll: boolean) {
    const records = state.recordsIn(state.document().staffSeals)
    const vouched = records.map(({ id }) => id)
    const opened = overAll ? [...state.openIds()] : []
    const ids = [...new Set([...vouched, ...opened])]
    const all = ids.length > 0 ? ids : [state.sealId()]
    const made = all.map(id => {
      const before = records.find(one => one.id === id)?.record
      return sealRecord(sealer, {
        id,
        record: { ...(before ?? state.firstRecord(state.document(), sealer, id)), ...staff },
      })
    })
    return { ids: all, made }
  }

  return {
    staffSeal() {
      const document = state.document()
      if (document.lock !== null && state.sealing('passphrase').state === 'locked')
        return { state: 'locked' }
      const records = state.recordsIn(document.staffSeals)
      const vouched = new Set(records.map(({ id }) => id))
      if ([...state.openIds()].some(id => !vouched.has(id)) || !agree(records))
        return { state: 'edited' }
      if (unopened().some(({ people }) => people)) return { state: 'unreadable', people: true }
      const newest = records.toSorted((one, other) => other.record.revision - one.record.revision)
      if (newest[0]) return { state: 'open', staff: staffOf(newest[0]) }
      return state.isUnused() ? { state: 'open', staff: state.noStaff } : unreadable(document)
    },
    sealStaff(staff, overAll) {
      const sealing = state.sealing()
      const kept = unopened().map(seal => (overAll ? { ...seal, people: false } : seal))
      const made =
        sealing.state === 'ready'
          ? orNull(() => sealed(state.bare(sealing.sealer), staff, overAll))
          : null
      const document = state.document()
      if (made === null) {
        if (overAll) state.commit({ ...document, staffSeals: kept })
        return false
      }
      const ids = [...new Set([...made.ids, ...document.ids])]
      state.commit({ ...document, ids, staffSeals: [...kept, ...made.made].slice(-10) })
      return true
    },
    wereSettingsSealed: () =>
      state.recordsIn(state.document().staffSeals).some(({ record }) => record.settings),
    proveOwner(typed) {
      const document = state.document()
      const records = state.recordsIn(document.staffSeals)
      const ids = new Set([...records.map(({ id }) => id), ...state.openIds()])
      const checks = [...ids].flatMap(id => checksOf(id, records, state))
      if (checks.includes('none')) return 'unprovable'
      const asked = checks.flatMap(check => (typeof check === 'string' ? [] : [check]))
      if (asked.length > 0) return asked.every(check => check(typed)) ? 'proven' : 'wrong'
      // Sealed by a keychain that is not here: what lies open next to the keys is all there is.
      const kept = kinds.map(kind => document.connections[kind]).find(one => one !== null)
      if (kept?.proof) return proves(typed, kept.proof) ? 'proven' : 'wrong'
      if (kept) return 'unprovable'
      return records.length > 0 || state.isUnused() ? 'no-keys' : 'unprovable'
    },
  }
}

type Check = (typed: string) => boolean

/** What a text has to match for one id; 'none' where keys may have been taken out of the file. */
function checksOf(
  id: string,
  records: readonly OpenRecord[],
  state: VaultState,
): (Check | 'none')[] {
  const mine = records.filter(one => one.id === id)
  if (mine.length > 0)
    return mine.flatMap(({ record }) => {
      const proof: SecretProof | null = record.keys.production ?? record.keys.sandbox
      return proof ? [(typed: string) => proves(typed, proof)] : []
    })
  const secret = kinds.map(kind => state.secretUnder(id, kind)).find(one => one !== null)
  return secret ? [typed => isSame(typed, secret)] : ['none']
}

function isSame(typed: string, secret: string): boolean {
  const [given, expected] = [Buffer.from(typed), Buffer.from(secret)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function staffOf({ record: { keys: _keys, settings: _settings, ...staff } }: OpenRecord) {
  return staff
}
