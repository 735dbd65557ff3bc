import { expect, it } from 'vitest'
import { modeOf } from '../../../renderer/stores/till-store'
import { isAllowed, isLocked } from '../../../renderer/stores/use-staff'
import type { StaffView, TillState } from '../../../shared/ipc/till-state'
import { type Role, roles } from '../../../shared/staff'

const connections = (isPlainHttp: boolean) =>
  ({ production: { isPlainHttp }, sandbox: { isPlainHttp: true } }) as TillState['connections']

it.each<[string, TillState['active'], boolean, ReturnType<typeof modeOf>]>([
  ['practice', 'practice', false, 'practice'],
  ['the sandbox', 'sandbox', false, 'sandbox'],
  ['real money over plain HTTP', 'production', true, 'plainHttp'],
  ['nothing: real money over HTTPS', 'production', false, null],
  ['nothing before the first run', null, false, null],
])('every screen is marked with %s', (_, active, isPlainHttp, mode) => {
  expect(modeOf({ active, connections: connections(isPlainHttp) })).toBe(mode)
})

it('no screen is marked before main has said anything', () => {
  expect(modeOf(null)).toBeNull()
})

const here = (role: Role): StaffView => ({
  ...{ state: 'signed-in', person: { id: role, name: role }, role, people: [] },
})
const out: StaffView = { state: 'signed-out', why: 'start', people: [], watched: 0, results: [] }

it.each<[string, StaffView, readonly Role[], boolean]>([
  ['a till without staff', { state: 'none' }, roles, false],
  ['a cashier', here('cashier'), ['cashier'], false],
  ['a manager', here('manager'), ['cashier', 'manager'], false],
  ['an owner', here('owner'), roles, false],
  ['nobody on a locked till', out, [], true],
  ['nobody on a closed till', { state: 'closed', reason: 'passphrase' }, [], true],
])(
  '%s may do what their role may, and sees payments where the till is open',
  (_, staff, allowed, locked) => {
    expect(roles.filter(role => isAllowed(staff, role))).toEqual(allowed)
    expect(isLocked({ staff })).toBe(locked)
  },
)
