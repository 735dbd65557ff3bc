import { existsSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { GuardedSettings } from '../../../shared/settings'
import type { Clock } from '../platform/clock'
import { dayOf, timeOf } from '../platform/csv'
import type { Effort } from '../store/derivation'
import { renameSurely } from '../store/files/durable-files'
import type { RandomBytes } from '../store/key-sealer'
import type { TillStore } from '../store/till-store'
import { BackupFailed } from './backup-error'
import { readBackup } from './backup-reader'
import { writeBackup } from './backup-writer'
import type { Manifest } from './manifest'
import { emptyFolder, examine, keyIn, takeSnapshot } from './snapshot'

export interface MakeDeps {
  dataFolder: string
  store: TillStore
  version: string
  clock: Pick<Clock, 'wall'>
  random: RandomBytes
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
 * Makes a backup file, reads all of it back, and only then gives it its name. Throws
 * BackupFailed; then there is no file of that name, and what was there before is as it was.
 */
export async function makeBackup(
  deps: MakeDeps,
  { folder, secret, isDaily }: Order,
): Promise<{ file: string; manifest: Manifest }> {
  const work = join(deps.dataFolder, 'backup-work')
  const target = unusedName(
    folder,
    backupName(deps.store.document().settings, deps.clock.wall(), isDaily),
  )
  const partial = `${target}.partial`
  try {
    if (!existsSync(folder)) throw new BackupFailed('backup-not-written', 'The folder is not there')
    const manifest = await takeSnapshot(work, { ...deps, now: deps.clock.wall() })
    rmSync(partial, { force: true })
    await writeBackup(partial, manifest, work, { ...deps, secret })
    await verify(partial, secret, manifest, work, deps.random)
    renameSurely(partial, target)
    return { file: target, manifest }
  } catch (error) {
    rmSync(partial, { force: true })
    throw asBackupFailed(error, 'backup-not-written')
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** As a restore would read it: every byte opened, every hash compared, every database opened. */
async function verify(
  file: string,
  secret: string,
  manifest: Manifest,
  work: string,
  random: RandomBytes,
): Promise<void> {
  emptyFolder(work)
  const read = await readBackup(file, secret, work, random)
  if (!isDeepStrictEqual(read, manifest) || !holdsWhatItSays(work, read))
    throw new BackupFailed('backup-not-written', 'It could not be read back as it was written')
}

/** Whether the databases in a folder end where the manifest says. Throws BackupFailed for one that does not open. */
export function holdsWhatItSays(folder: string, manifest: Manifest): boolean {
  const { ledgers, generation } = manifest
  return isDeepStrictEqual(examine(folder, keyIn(manifest), generation), ledgers)
}

/** An error of the disk or the engine as what could not be done. Throws what is neither. */
export function asBackupFailed(error: unknown, code: BackupFailed['code']): BackupFailed {
  if (error instanceof BackupFailed) return error
  const reason = error instanceof Error && 'code' in error ? error.code : undefined
  if (typeof reason !== 'string') throw error
  return new BackupFailed(code, reason, { cause: error })
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

function unusedName(folder: string, name: string): string {
  for (let number = 1; ; number++) {
    const path = join(folder, `${name}${number === 1 ? '' : `-${number}`}.kaunta`)
    if (!existsSync(path)) return path
  }
}
