import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Backups, type BackupsDeps, folderSilence } from '../../electron/main/backup/backup'
import { finishRestore } from '../../electron/main/backup/finish-restore'
import type { BackupTasks } from '../../electron/main/backup/tasks'
import { backupTasks } from '../../electron/main/backup/worker/tasks'
import { systemClock } from '../../electron/main/platform/clock'
import { Workers } from '../../electron/main/platform/workers'
import type { KeychainSealer } from '../../electron/main/store/keychain-sealer'
import type { Ledger } from '../../electron/main/store/ledger/ledger'
import { openLedger } from '../../electron/main/store/ledger/open-ledger'
import type { SettingsKeeper } from '../../electron/main/store/settings'
import type { TillStore } from '../../electron/main/store/till-store'
import { workerHere } from './parts'
import type { VirtualClock } from './payments/clock'
import { eventsTo, type LaterEvent, recorded } from './payments/payments'
import { addEverybody, type StaffOfFolder, staffIn } from './staff'
import { EFFORT, PASSPHRASE, saveKeys, settingsOn } from './store'

export const backupPassphrase = 'a long enough passphrase'

/** The work of the other process in this one. */
const hereWorkers = () =>
  new Workers<BackupTasks>({
    start: () => workerHere(backupTasks),
    clock: systemClock,
    silence: folderSilence,
  })

/** A data folder as at a start, with what backups need of the till. */
export interface BackedUpTill extends StaffOfFolder {
  folder: string
  settings: SettingsKeeper
  backups: Backups
  /** What the computer's dialogs answer. */
  chosen: { folder: string | null; file: string | null }
  restarts: () => number
  /** How often the records were to be checked. */
  checks: () => number
  /** The ledger of a connection, open until it is closed. */
  ledger: (kind?: 'sandbox' | 'production') => { ledger: Ledger; close: () => void }
}

/** Starts on a folder; puts a prepared restore in place first, as the till does. */
export function tillIn(
  folder: string,
  keychain: KeychainSealer | null,
  options: { store?: TillStore; clock?: VirtualClock; workers?: BackupsDeps['workers'] } = {},
): BackedUpTill {
  finishRestore(folder)
  const staff = staffIn(folder, { keychain, ...options })
  const { store } = staff
  const settings = settingsOn(folder, store)
  const chosen: BackedUpTill['chosen'] = { folder: null, file: null }
  let restarts = 0
  let checks = 0
  const backups = new Backups({
    dataFolder: folder,
    store,
    workers: options.workers ?? hereWorkers(),
    keychain: () => keychain,
    person: () => staff.staff.person(),
    clock: staff.clock,
    random: randomBytes,
    version: '1.2.3',
    chooseFolder: async () => chosen.folder,
    chooseFile: async () => chosen.file,
    showItemInFolder: () => undefined,
    restart: () => restarts++,
    changed: () => undefined,
    reopen: async () => undefined,
    async made() {
      checks += 1
    },
    effort: EFFORT,
  })
  return {
    ...staff,
    folder,
    settings,
    backups,
    chosen,
    restarts: () => restarts,
    checks: () => checks,
    ledger: (kind = 'production') => {
      const file = join(folder, `ledger-${kind}.db`)
      const opening = openLedger({ file, key: store.ledgerKey(kind) })
      if (!opening.ok) throw new Error(opening.detail)
      return opening
    },
    stop: () => {
      backups.stop()
      staff.stop()
    },
  }
}

/** What must never be readable in a backup. */
export const canaries = {
  shop: 'Duka la Canary',
  firstName: 'Zawadicanary',
  msisdn: '255754998877',
  note: 'canary note of a payment',
}

/** The payments of a shop that sells: one in each state that a restore has to think about. */
export const states = {
  ready: '0197a000-0000-7000-8000-000000000001',
  held: '0197a000-0000-7000-8000-000000000002',
  sending: '0197a000-0000-7000-8000-000000000003',
  unknown: '0197a000-0000-7000-8000-000000000004',
  pending: '0197a000-0000-7000-8000-000000000005',
  settled: '0197a000-0000-7000-8000-000000000006',
} as const

/** A connected till with payments, people and a record, with the owner at it. */
export async function filledTill(
  folder: string,
  keychain: KeychainSealer | null,
): Promise<BackedUpTill & { backupFolder: string }> {
  const till = tillIn(folder, keychain)
  if (keychain === null) await till.store.choosePassphrase(PASSPHRASE)
  till.settings.update(all => ({
    ...all,
    active: 'production',
    tillId: '0197a000-0000-4000-8000-00000000aaaa',
    shop: { ...all.shop, name: canaries.shop },
    production: { ...all.production, address: 'https://pay.example', account: 'shop-account' },
  }))
  saveKeys(till.store)
  await addEverybody(till.staff)
  const { ledger, close } = till.ledger()
  for (const [state, id] of Object.entries(states)) sell(ledger, state as keyof typeof states, id)
  close()
  const backupFolder = join(folder, 'usb-stick')
  mkdirSync(backupFolder)
  till.chosen.folder = backupFolder
  return { ...till, backupFolder }
}

function sell(ledger: Ledger, state: keyof typeof states, id: string): void {
  const { firstName, msisdn, note } = canaries
  const event = recorded({ msisdn, note, idempotencyKey: `key-${state}` })
  const customer = { ...event.customer, firstName }
  ledger.record(id, { ...event, customer }, { body: `{"of":"${state}"}` })
  const events: readonly LaterEvent[] = eventsTo(state).map(each =>
    each.type === 'accepted' ? { ...each, reference: `R-${state}` } : each,
  )
  if (events.length > 0) ledger.append(id, ...events)
}

/** A backup of the till, made by hand; gives its path. */
export async function made({ backups }: Pick<BackedUpTill, 'backups'>): Promise<string> {
  const asked = { passphrase: backupPassphrase }
  const result = await backups.save(asked)
  if (!result.ok || result.value === null) throw new Error(JSON.stringify(result))
  return result.value
}
