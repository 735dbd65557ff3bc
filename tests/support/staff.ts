import { randomBytes, randomUUID } from 'node:crypto'
import { Staff } from '../../electron/main/people/staff'
import type { Effort } from '../../electron/main/store/derivation'
import type { KeychainSealer } from '../../electron/main/store/keychain-sealer'
import type { TillStore } from '../../electron/main/store/till-store'
import { listeningLog } from './parts'
import { createVirtualClock, type VirtualClock } from './payments/clock'
import { EFFORT, keychainOf, storeIn } from './store'

/** The staff of a data folder as at a start, on a real store. */
export interface StaffOfFolder {
  staff: Staff
  auditLog: TillStore
  store: TillStore
  clock: VirtualClock
  /** Minutes; may be changed. */
  idle: { minutes: number }
  /** The fewest digits of a cashier's PIN; may be changed. */
  policy: { pinDigits: number }
  /** Whether a payment on the screen waits for its result; may be changed. */
  screen: { awaited: boolean }
  /** How often the windows were told. */
  changes: () => number
  logged: string[]
  /** As when the till stops: files are closed. */
  stop: () => void
}

interface Options {
  /** One that is there, unless told; null: none. */
  keychain?: KeychainSealer | null
  store?: TillStore
  clock?: VirtualClock
  /** What a new PIN costs to try. */
  effort?: Effort
}

/** The same at each start of a test, as a computer's is. */
const sharedKeychain = keychainOf()

export function staffIn(folder: string, options: Options = {}): StaffOfFolder {
  const clock = options.clock ?? createVirtualClock()
  const { log, lines } = listeningLog()
  const keychain = options.keychain === undefined ? sharedKeychain : options.keychain
  const store = options.store ?? storeIn(folder, keychain, { clock, log })
  const idle = { minutes: 0 }
  const policy = { pinDigits: 4 }
  const screen = { awaited: false }
  let changes = 0
  const staff = new Staff({
    store,
    clock,
    log,
    random: randomBytes,
    newId: randomUUID,
    idleMinutes: () => idle.minutes,
    pinDigits: () => policy.pinDigits,
    isAwaited: () => screen.awaited,
    changed: () => changes++,
    effort: options.effort ?? EFFORT,
  })
  const stop = () => {
    staff.stop()
    store.stop()
  }
  return {
    staff,
    auditLog: store,
    store,
    clock,
    idle,
    policy,
    screen,
    changes: () => changes,
    logged: lines,
    stop,
  }
}

/** A PIN of each role. */
export const pins = { owner: '246810', manager: '135791', cashier: '4711' } as const

export const names = {
  owner: 'Neema Planted',
  manager: 'Juma Planted',
  cashier: 'Asha Planted',
} as const

type Role = keyof typeof pins

/** Adds one of each role, the owner first; answers their ids. The owner is at the till afterwards. */
export async function addEverybody(staff: Staff): Promise<{ [Each in Role]: string }> {
  for (const role of ['owner', 'manager', 'cashier'] as const) {
    const added = await staff.add({ name: names[role], role, pin: pins[role] })
    if (!added.ok) throw new Error(added.message)
  }
  return {
    owner: idOf(staff, 'owner'),
    manager: idOf(staff, 'manager'),
    cashier: idOf(staff, 'cashier'),
  }
}

/** The id of the first person of a role. */
export function idOf(staff: Staff, role: Role): string {
  const id = peopleOf(staff).find(person => person.role === role)?.id
  if (!id) throw new Error(`There is no ${role}`)
  return id
}

/** Every person on the list, as a window gets it. */
export function peopleOf(staff: Staff) {
  const view = staff.view(() => 0)
  if (!('people' in view)) throw new Error(`The staff is ${view.state}`)
  return view.people
}

/** Signs in, which must succeed. */
export async function signInAs(staff: Staff, role: Role): Promise<void> {
  const answered = await staff.signIn({ id: idOf(staff, role), pin: pins[role] })
  if (!answered.ok || answered.value.result !== 'right') throw new Error(`${role} did not get in`)
}
