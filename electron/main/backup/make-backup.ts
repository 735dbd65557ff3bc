import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { byName } from '../../../shared/by-name'
import { type ConnectionKind, connectionKindSchema } from '../../../shared/connection'
import type { GuardedSettings } from '../../../shared/settings'
import type { Clock } from '../platform/clock'
import { dayOf, timeOf } from '../platform/local-time'
import { removeAll, removeFile } from '../platform/remove'
import type { Effort } from '../store/derivation'
import { numbered, renameSurely, unusedName } from '../store/files/durable-files'
import { type OpenKey, withoutWrappers } from '../store/key-file'
import type { RandomBytes } from '../store/key-sealer'
import type { Ledger } from '../store/ledger/ledger'
import { inLedger } from '../store/ledger/open-ledger'
import { TillDatabase } from '../store/till-database'
import { emptyDocument, type TillDocument } from '../store/till-document'
import type { TillStore } from '../store/till-store'
import { BackupFailed, backupFiles, type Manifest, readBackup, writeBackup } from './backup-file'

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

/** Where a ledger's links end, and what is in it. */
export type LedgerFacts = { links: number; value: string; sales: number; open: number }

/** What is in the databases of a backup, or of this till. */
export interface Contents {
  document: TillDocument
  sealedNumber: number
  /** Null where there is none. */
  ledgers: Record<ConnectionKind, LedgerFacts | null>
}

/**
 * Makes a backup file, reads all of it back, and only then gives it its name, which it returns. Throws
 * BackupFailed; then there is no file of that name, and what was there before is as it was.
 */
export async function makeBackup(
  deps: MakeDeps,
  { folder, secret, isDaily }: Order,
): Promise<string> {
  const work = join(deps.dataFolder, 'backup-work')
  const name = backupName(deps.store.document().settings, deps.clock.wall(), isDaily)
  const target = unusedName(number => join(folder, `${numbered(name, number)}.kaunta`))
  const partial = `${target}.partial`
  try {
    if (!existsSync(folder)) throw new BackupFailed('backup-not-written', 'The folder is not there')
    const { manifest, contents } = takeSnapshot(work, deps)
    removeFile(partial)
    await writeBackup(partial, manifest, work, { ...deps, secret })
    // As a restore would read it: every byte and every database opened.
    emptyFolder(work)
    const read = await readBackup(partial, secret, work, deps.random)
    if (!isDeepStrictEqual([read, contentsOf(work, keyIn(read))], [manifest, contents]))
      throw new BackupFailed('backup-not-written', 'It could not be read back as it was written')
    renameSurely(partial, target)
    return target
  } catch (error) {
    removeFile(partial)
    throw asBackupFailed(error, 'backup-not-written')
  } finally {
    removeAll(work)
  }
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

/**
 * Copies what a backup holds into a folder, as of one instant, checks each database by opening it, and says what
 * it is. Throws BackupFailed, or what node:fs throws.
 *
 * All copies are made at once: each transaction of this process is over by then, and none begins
 * between two files. The databases stay encrypted with their own keys. HAZARD: a journal that is there belongs to
 * a write that failed; it goes with its database, and opening the copy plays it back.
 */
export function takeSnapshot(
  folder: string,
  { dataFolder, store, version, clock }: MakeDeps,
): { manifest: Manifest; contents: Contents } {
  emptyFolder(folder)
  const key = store.key()
  if (key === null || store.closed() !== null)
    throw new BackupFailed('backup-store-unreadable', 'The till is closed')
  const names = backupFiles.filter(name => existsSync(join(dataFolder, name)))
  for (const name of names)
    for (const each of [name, `${name}-journal`])
      if (existsSync(join(dataFolder, each)))
        copyFileSync(join(dataFolder, each), join(folder, each))
  // Before the sizes are taken: opening a copy may write to it.
  const contents = contentsOf(folder, key)
  if (contents.sealedNumber !== store.sealedNumber()) throw unopened('till.db', 'of another number')
  const manifest: Manifest = {
    version: 1,
    app: version,
    madeAt: clock.wall(),
    files: names.map(name => ({ name, size: statSync(join(folder, name)).size })),
    key: { till: key.key.toString('base64'), content: withoutWrappers(key.content) },
  }
  return { manifest, contents }
}

/** The key that the databases of a backup open with. Nothing opens it yet: see `restore.ts`. */
export function keyIn({ key }: Manifest): OpenKey {
  return { key: Buffer.from(key.till, 'base64'), content: key.content }
}

/** Reads the databases of a folder that nothing else has open. Throws BackupFailed for one that does not open. */
export function contentsOf(folder: string, key: OpenKey): Contents {
  const till = withTill(folder, key, Buffer.alloc, database => ({
    document: database.document(),
    sealedNumber: database.number(),
  }))
  const ledgers = byName(connectionKindSchema.options, kind =>
    withLedger(folder, kind, key, ledgerFacts),
  )
  return { ...(till ?? { document: emptyDocument, sealedNumber: 0 }), ledgers }
}

/** Works on the till's file in such a folder; null where there is none, because nothing was ever written to it. */
export function withTill<Value>(
  folder: string,
  { key }: OpenKey,
  random: (size: number) => Buffer,
  work: (database: TillDatabase) => Value,
): Value | null {
  const opening = TillDatabase.open(join(folder, 'till.db'), key, random)
  if (opening.state === 'absent') return null
  if (opening.state !== 'sound') throw unopened('till.db', opening.state)
  try {
    return work(opening.database)
  } finally {
    opening.database.close()
  }
}

/** Works on a ledger in such a folder; null where there is none. */
export function withLedger<Value>(
  folder: string,
  kind: ConnectionKind,
  key: OpenKey,
  work: (ledger: Ledger) => Value,
): Value | null {
  return inLedger(folder, kind, key, work, reason => {
    throw unopened(kind, reason)
  })
}

function ledgerFacts(ledger: Ledger): LedgerFacts {
  const { sales, open } = ledger.statistics()
  const { number, value } = ledger.chain.head()
  return { links: number, value: value.toString('hex'), sales, open }
}

function unopened(store: string, why: string): BackupFailed {
  return new BackupFailed('backup-store-unreadable', `${store}: ${why}`)
}

/** A folder for this user alone, with nothing in it. */
export function emptyFolder(folder: string): void {
  removeAll(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}
