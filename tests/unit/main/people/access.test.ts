import { describe, expect, it, vi } from 'vitest'
import { type AtTill, admit } from '../../../../electron/main/people/access'
import type { LeastRole } from '../../../../shared/ipc/call'
import { type Role, roles } from '../../../../shared/staff'
import { names } from '../../../support/staff'

const juma = { id: '0192f000-0000-4000-8000-000000000001', name: names.manager }
const signedIn = (role: Role): AtTill => ({ state: 'signed-in', member: { ...juma, role } })

const places: readonly (readonly [string, AtTill])[] = [
  ['no staff', { state: 'none' }],
  ['closed', { state: 'closed', reason: 'passphrase' }],
  ['signed out', { state: 'signed-out' }],
  ...roles.map(role => [role, signedIn(role)] as const),
]

/** Null: the call may be made. Else the code of the refusal. In the order of `places`. */
const expected: Record<LeastRole, readonly (string | null)[]> = {
  anyone: [null, null, null, null, null, null],
  cashier: [null, 'till-closed', 'signed-out', null, null, null],
  manager: [null, 'till-closed', 'signed-out', 'manager-needed', null, null],
  owner: [null, 'till-closed', 'signed-out', 'owner-needed', 'owner-needed', null],
  'owner-or-closed': [null, null, 'signed-out', 'owner-needed', 'owner-needed', null],
}

const rows = Object.entries(expected).flatMap(([least, codes]) =>
  places.map(([place, at], column) => ({
    least: least as LeastRole,
    place,
    at,
    code: codes[column] ?? null,
  })),
)

describe('a call that takes', () => {
  it.each(rows)('$least, $place: $code', ({ least, at, code }) => {
    const admitted = admit(least, at, () => null)
    expect(admitted).toMatchObject(code ? { ok: false, code } : { ok: true, approvedBy: null })

    // To ask for an approval uses it up: it is asked for only where a person's role is not enough.
    const approval = vi.fn(() => juma)
    const needed = code?.endsWith('-needed') ?? false
    const approved = needed ? { ok: true, approvedBy: juma } : admitted
    expect(admit(least, at, approval)).toEqual(approved)
    expect(approval).toHaveBeenCalledTimes(needed ? 1 : 0)
  })
})
