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
  isDaily: boolean
}

/**
 * Makes a backup file, reads all of it back, and only then gives it its name, which it returns. Throws
 * BackupFailed; then there is no file of that name, and what was there before is as it was.
 */
export async function makeBackup(
  { clock, version, effort, ...deps }: MakeDeps,
  worker: Worker<BackupTasks>,
  { folder, secret, isDaily }: Order,
): Promise<string> {
  const { settings } = deps.store.document()
  const madeAt = clock.wall()
  try {
    return await withSnapshot(deps, worker, ({ folder: work, files, sealedNumber, key }) =>
      worker.run('write', {
        ...{ work, files, sealedNumber, folder, secret, effort },
        manifest: { version: 1, app: version, madeAt, key },
        name: backupName(settings, madeAt, isDaily),
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

function backupName(settings: GuardedSettings, at: number, isDaily: boolean): string {
  const moment = isDaily ? `daily-${dayOf(at)}` : `${dayOf(at)}T${timeOf(at).replaceAll(':', '-')}`
  return `${nameStart(settings)}-${moment}`
}

/** The daily backups of this till among the names in a folder, the oldest first. Pure. */
export function dailyNames(settings: GuardedSettings, names: readonly string[]): string[] {
  const start = `${nameStart(settings)}-daily-`
  return names
    .filter(
      name =>
        name.startsWith(start) && /^\d{4}-\d\d-\d\d(-\d+)?\.kaunta$/.test(name.slice(start.length)),
    )
    .toSorted()
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
