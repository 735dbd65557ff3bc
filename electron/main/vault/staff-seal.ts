import { z } from 'zod'
import type { ApiKeys } from './api-keys'
import { openDataKey } from './data-keys'
import { openSealed, orNull, type Sealer, sealSurely } from './sealer'
import { type DataKind, holdsSecrets, type StaffSeal } from './vault-document'
import type { VaultState } from './vault-state'

export const sealedStaffSchema = z.strictObject({
  /** Of the newest list: each change of it is one more. */
  generation: z.int().min(0),
  /** Whether there is anybody on it. */
  people: z.boolean(),
  /** One more with each change of the list and each PIN that was tried. */
  revision: z.int().min(0),
  tries: z.array(z.strictObject({ id: z.uuid(), wrong: z.int().min(0), pausing: z.boolean() })),
  /** How many entries the audit log had. */
  entries: z.int().min(0),
})

/** What the vault knows of the staff list, so that its file can be neither deleted nor exchanged unseen. */
export type SealedStaff = z.infer<typeof sealedStaffSchema>

export const noStaff: SealedStaff = {
  generation: 0,
  people: false,
  revision: 0,
  tries: [],
  entries: 0,
}

/** The seals of the staff list in the vault's file. Only a till that can open the other secrets can make one. */
export interface StaffSeals {
  /**
   * 'edited': other secrets can be opened and no seal can, so the file was changed outside the till.
   * 'unreadable': nothing can be opened, because the keychain is not there.
   */
  staffSeal():
    | { state: 'open'; staff: SealedStaff }
    | { state: 'locked' | 'edited' }
    | { state: 'unreadable'; people: boolean }
  /**
   * Replaces the seals that open here. False where there is nothing to seal with. Throws what the store
   * throws. `overAll`: an owner has started over; seals of another keychain go too.
   */
  sealStaff(staff: SealedStaff, overAll: boolean): boolean
}

const sealedName = 'staff/list'

/** The seal of a till that has no staff yet. */
export function firstSeal(sealer: Sealer): StaffSeal {
  return seal(sealer, noStaff)
}

function seal(sealer: Sealer, staff: SealedStaff): StaffSeal {
  const plain = Buffer.from(JSON.stringify(staff))
  const value = sealSurely(sealer, sealedName, plain)
  return { method: sealer.method, value, people: staff.people }
}

export function createStaffSeals(state: VaultState, apiKeys: Pick<ApiKeys, 'keys'>): StaffSeals {
  function open({ method, value }: StaffSeal): SealedStaff | null {
    const sealing = state.sealing(method)
    if (sealing.state !== 'ready') return null
    const plain = openSealed(sealing.sealer, sealedName, value)
    // The seal is authenticated: what is inside was written by some version of this app.
    return plain && (sealedStaffSchema.safeParse(JSON.parse(plain.toString('utf8'))).data ?? null)
  }

  function anotherSecretOpens(): boolean {
    const { dataKeys } = state.document()
    const opens = (kind: DataKind) => {
      const key = dataKeys[kind]
      if (key === null || key.method === 'none') return false
      return openDataKey(state, kind, key).state === 'ready'
    }
    return (
      (Object.keys(dataKeys) as DataKind[]).some(opens) ||
      (['sandbox', 'production'] as const).some(kind => apiKeys.keys(kind).state === 'ready')
    )
  }

  return {
    staffSeal() {
      const document = state.document()
      if (document.lock !== null && state.sealing('passphrase').state === 'locked')
        return { state: 'locked' }
      const unopened = document.staffSeals.filter(one => open(one) === null)
      const opened = document.staffSeals.flatMap(one => open(one) ?? [])
      const newest = opened.toSorted((one, other) => other.revision - one.revision)[0]
      const isOpen = newest !== undefined || anotherSecretOpens()
      if (unopened.some(({ people }) => people) && !(isOpen && !newest))
        return { state: 'unreadable', people: true }
      if (newest) return { state: 'open', staff: newest }
      if (isOpen) return { state: 'edited' }
      return holdsSecrets(document)
        ? { state: 'unreadable', people: false }
        : { state: 'open', staff: noStaff }
    },
    sealStaff(staff, overAll) {
      const sealing = state.sealing()
      const document = state.document()
      const kept = overAll ? [] : document.staffSeals.filter(one => open(one) === null)
      const made = sealing.state === 'ready' ? orNull(() => seal(sealing.sealer, staff)) : null
      if (made || overAll) state.commit({ ...document, staffSeals: made ? [...kept, made] : kept })
      return made !== null
    },
  }
}
