import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { AuditLog } from '../../electron/main/audit-log/audit-log'
import type { ChainWatch } from '../../electron/main/hash-chain/chained-store'
import type { Staff } from '../../electron/main/staff/staff'
import type { Effort, KeychainSealer, Vault, VaultOpening } from '../../electron/main/vault'
import { createVirtualClock, type VirtualClock } from './payments/clock'
import { listeningLog } from './payments/log'
import { unwatched } from './unwatched'
import { EFFORT, vaultIn } from './vaults'

// Outside Electron its npm package gives the path of the program, and downloads it unless told one.
vi.hoisted(() => {
  process.env.ELECTRON_OVERRIDE_DIST_PATH ??= '.'
})

const { createDocumentStore } = await import('../../electron/main/storage/document-store')
const { createAuditLog } = await import('../../electron/main/audit-log/audit-log')
const { createStaff } = await import('../../electron/main/staff/staff')

/** The staff of a data folder as at a start: on a real vault, a real record and real files. */
export interface StaffOfFolder {
  staff: Staff
  auditLog: AuditLog
  vault: Vault
  clock: VirtualClock
  /** Minutes; may be changed. */
  idle: { minutes: number }
  /** The fewest digits of a cashier's PIN; may be changed. */
  policy: { pinDigits: number }
  /** How often the windows were told. */
  changes: () => number
  logged: string[]
  /** As when the till stops: files are closed. */
  stop: () => void
}

interface Options {
  keychain?: KeychainSealer | null
  vault?: Vault
  /** A vault that does not open; or the vault given. */
  opening?: VaultOpening
  clock?: VirtualClock
  watch?: ChainWatch
  /** What a new PIN costs to try. */
  effort?: Effort
}

export function staffIn(folder: string, options: Options = {}): StaffOfFolder {
  const vault = options.vault ?? vaultIn(folder, options.keychain ?? null)
  const clock = options.clock ?? createVirtualClock()
  const { log, lines } = listeningLog()
  const idle = { minutes: 0 }
  const policy = { pinDigits: 4 }
  let changes = 0
  const opening = options.opening ?? { ok: true, vault }
  const auditLog = createAuditLog({
    dataFolder: folder,
    vault: opening,
    clock,
    log,
    watch: options.watch ?? unwatched,
  })
  const staff = createStaff({
    auditLog,
    clock,
    store: createDocumentStore(folder, 'staff'),
    vault: opening,
    random: randomBytes,
    newId: randomUUID,
    idleMinutes: () => idle.minutes,
    pinDigits: () => policy.pinDigits,
    changed: () => {
      changes += 1
    },
    effort: options.effort ?? EFFORT,
  })
  const stop = () => {
    staff.stop()
    auditLog.close()
  }
  return {
    staff,
    auditLog,
    vault,
    clock,
    idle,
    policy,
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

/** Every person on the list, as a window is told. */
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

export const staffFile = (folder: string) => join(folder, 'staff.json')
