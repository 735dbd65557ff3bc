import { basename } from 'node:path'
import type { GuardedSettings } from '../../../shared/settings'
import type { Clock } from '../platform/clock'
import { dayOf, timeOf } from '../platform/local-time'
import type { Worker } from '../platform/workers'
import type { Effort } from '../store/derivation'
import type { TillStore } from '../store/till-store'
import { asBackupFailed } from './backup-failed'
import { withSnapshot } from './snapshot'
import type { BackupTasks } from './tasks'

export interface MakeDeps {
  dataFolder: string
  store: TillStore
  version: string
  clock: Pick<Clock, 'wall'>
  effort: Effort
}

interface Order {
  /** Where it goes: a folder that a person chose. */
  folder: string
  /** A recovery code or a passphrase. */
  secret: string
  /** A daily one's number, one more than any in the folder; null for one by hand. */
  daily: number | null
}

/**
 * Makes a backup file, reads all of it back, and only then gives it its name, which it returns. Throws
 * BackupFailed; then there is no file of that name, and what was there before is as it was.
 */
export async function makeBackup(
  { clock, version, effort, ...deps }: MakeDeps,
  worker: Worker<BackupTasks>,
  { folder, secret, daily }: Order,
): Promise<string> {
  const { settings } = deps.store.document()
  const madeAt = clock.wall()
  try {
    return await withSnapshot(deps, worker, ({ folder: work, files, sealedNumber, key }) =>
      worker.run('write', {
        ...{ work, files, sealedNumber, folder, secret, effort },
        manifest: { version: 1, app: version, madeAt, key },
        name: backupName(settings, madeAt, daily),
        nameStart: nameStart(settings),
      }),
    )
  } catch (error) {
    throw asBackupFailed(error, 'backup-not-written')
  }
}

/** `kaunta-backup-duka-la-asha-till-1-1f2e3d4c`: the till's id keeps two tills of one name apart. */
function nameStart({ shop, tillId }: GuardedSettings): string {
  const parts = [shop.name, shop.till, tillId.slice(0, 8)].map(plainWord).filter(Boolean)
  return ['kaunta-backup', ...parts].join('-')
}

function backupName(settings: GuardedSettings, at: number, daily: number | null): string {
  const moment =
    daily === null
      ? `${dayOf(at)}T${timeOf(at).replaceAll(':', '-')}`
      : `${String(daily).padStart(5, '0')}-daily-${dayOf(at)}`
  return `${nameStart(settings)}-${moment}`
}

/**
 * The daily backups of this till among the names in a folder, the oldest first. HAZARD: by their numbers, never by
 * their days: after a week with a clock that is ahead, each new one would be the oldest. Pure.
 */
export function dailyNames(settings: GuardedSettings, names: readonly string[]): string[] {
  const start = nameStart(settings)
  return names
    .filter(name => name.startsWith(start) && dailyNumber(name.slice(start.length)) !== null)
    .toSorted((one, other) => numberIn(one, start) - numberIn(other, start))
}

/** The number of the next daily backup in a folder with these, as `dailyNames` gives them. */
export function nextDaily(settings: GuardedSettings, daily: readonly string[]): number {
  const newest = daily.at(-1)
  return newest === undefined ? 1 : numberIn(newest, nameStart(settings)) + 1
}

function numberIn(name: string, start: string): number {
  return dailyNumber(name.slice(start.length)) ?? 0
}

/** Of `-00012-daily-2026-11-27.kaunta`; null for what is no such end of a name. */
function dailyNumber(end: string): number | null {
  const number = /^-(\d{1,9})-daily-\d{4}-\d\d-\d\d(?:-\d+)?\.kaunta$/.exec(end)?.[1]
  return number === undefined ? null : Number(number)
}

/** Whether a daily backup is of this day. */
export function isOfDay(name: string, at: number): boolean {
  return basename(name).includes(`-daily-${dayOf(at)}`)
}

/** Letters and digits that every file system takes. */
function plainWord(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
}
