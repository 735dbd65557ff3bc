import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { BackupContent, NewerHere, SalesCount } from '../../../shared/backup'
import { connectionKindSchema } from '../../../shared/connection'
import type { StillAdmitted } from '../../../shared/ipc/handlers'
import { type Failure, failure } from '../../../shared/ipc/result'
import { isLongEnough, shortestPassphrase } from '../../../shared/passphrase'
import type { Person } from '../../../shared/person'
import type { Worker } from '../platform/workers'
import {
  isProtected,
  KeyFile,
  type OpenKey,
  openByComputer,
  openByText,
  withKeychain,
  withoutWrappers,
  withPassphrase,
  withRecoveryCode,
} from '../store/key-file'
import type { RandomBytes } from '../store/key-sealer'
import type { KeychainSealer } from '../store/keychain-sealer'
import { asBackupFailed, BackupFailed } from './backup-failed'
import { decideRestore, stagingFolder } from './finish-restore'
import type { MakeDeps } from './make-backup'
import { backupFiles, keyIn, type Manifest } from './manifest'
import { setAsideTills } from './set-aside'
import { withSnapshot } from './snapshot'
import type { BackupTasks, Contents, LedgerFacts } from './tasks'

export interface RestoreDeps extends MakeDeps {
  random: RandomBytes
  /** Works with a process of its own. */
  inWorker: <Value>(work: (worker: Worker<BackupTasks>) => Promise<Value>) => Promise<Value>
  keychain: () => KeychainSealer | null
  /** Ends the till and starts it again, which puts a prepared restore in place. */
  restart: () => void
}

export interface AskedRestore {
  /** For this computer, where it has no keychain. */
  passphrase: string
  /** Who pressed the button. */
  by: Person | null
  stillAdmitted: StillAdmitted
}

type Here = Pick<Contents, 'ledgers' | 'sealedNumber'>

/** A backup's file, or a folder of this computer's that holds a till which was set aside at that time. */
type Source = { file: string } | { folder: string; at: number }

interface ReadBackup {
  manifest: Manifest
  contents: Contents
  /** What a person was told that this till has and the backup has not. */
  told: readonly NewerHere[]
}

/** Goes on from a backup: chosen, read whole, shown, and only then put in the place of what is here. */
export class Restore {
  readonly #folder: string
  #chosen: Source | null = null
  #read: ReadBackup | null = null

  constructor(private readonly deps: RestoreDeps) {
    this.#folder = join(deps.dataFolder, stagingFolder)
  }

  /** Gives its name. */
  async choose(file: string): Promise<string> {
    await this.#forget()
    this.#chosen = { file }
    return basename(file)
  }

  /** A till of this computer that was set aside, in the place of a backup. Throws BackupFailed. */
  async chooseSetAside(name: string): Promise<null> {
    await this.#forget()
    const found = setAsideTills(this.deps.dataFolder).find(each => each.name === name)
    if (!found) throw new BackupFailed('backup-not-read', 'It is not there any more')
    this.#chosen = { folder: join(this.deps.dataFolder, name), at: found.at }
    return null
  }

  /** Throws BackupFailed; then nothing has changed. */
  async inspect(secret: string): Promise<BackupContent> {
    if (this.#chosen === null) throw new BackupFailed('backup-not-read', 'No file was chosen')
    const { manifest, contents } = await this.#readAll(this.#chosen, secret)
    const here = await this.#here()
    const told = newerHere(here, contents)
    this.#read = { manifest, contents, told }
    const { settings, people } = contents.document
    return {
      shop: settings.shop.name,
      till: settings.shop.till,
      madeAt: manifest.madeAt,
      version: manifest.app,
      payments: salesIn(contents.ledgers),
      people: people.length,
      salesHere: here ? salesIn(here.ledgers) : [],
      newerHere: told,
      needsPassphrase: isProtected(manifest.key.content) && this.deps.keychain() === null,
    }
  }

  /** Answers why that person may not go on, or null. Throws BackupFailed. */
  async restore(asked: AskedRestore): Promise<Failure | null> {
    const read = this.#read
    if (read === null) throw new BackupFailed('backup-not-read', 'No backup was read')
    const { manifest, contents, told } = read
    const { keychain, store } = this.deps
    if (
      isProtected(manifest.key.content) &&
      keychain() === null &&
      !isLongEnough(asked.passphrase, shortestPassphrase)
    )
      return failure('passphrase-too-short', '')
    const here = await this.#here()
    if (newerHere(here, contents).some(one => !told.includes(one)))
      throw new BackupFailed('backup-changed', 'This till has changed since')
    // Reading takes long, and another person may be at the till by now.
    const refused = asked.stillAdmitted()
    if (refused) return refused
    const detail = {
      madeAt: new Date(manifest.madeAt).toISOString(),
      till: contents.document.settings.shop.till,
    }
    // In the log that is set aside: the restored one has an entry of its own.
    if (store.closed() === null) store.record('restore-begun', asked.by, detail)
    try {
      await this.#prepare(read, here, asked)
    } catch (error) {
      // It is half prepared: it has to be read again.
      await this.#forget()
      store.recordIfPossible('not-done', asked.by, { call: 'backup.restore' })
      throw asBackupFailed(error, 'backup-not-restored')
    }
    this.deps.restart()
    return null
  }

  async cancel(): Promise<null> {
    this.#chosen = null
    await this.#forget()
    return null
  }

  async #forget(): Promise<void> {
    this.#read = null
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 })
  }

  async #readAll(chosen: Source, secret: string): Promise<Omit<ReadBackup, 'told'>> {
    await this.#forget()
    try {
      if ('folder' in chosen) return await this.#readFolder(chosen, secret)
      return await this.deps.inWorker(worker =>
        worker.run('read', { source: chosen.file, secret, to: this.#folder }),
      )
    } catch (error) {
      await this.#forget()
      throw error
    }
  }

  /** A copy of a set-aside till, opened by this computer's keychain or by what was typed, as a backup is read. */
  async #readFolder(
    { folder, at }: Extract<Source, { folder: string }>,
    secret: string,
  ): Promise<Omit<ReadBackup, 'told'>> {
    const { version: app, keychain, random, inWorker } = this.deps
    const reading = new KeyFile(folder).read()
    const documents = reading.state === 'sound' ? reading.documents : []
    if (documents.length === 0) throw new BackupFailed('backup-damaged', 'key.json cannot be read')
    for (const document of documents) {
      const opened =
        openByComputer(document, keychain()) ?? (await openByText(document, secret, random))
      if (opened === null) continue
      const key = { till: opened.key.toString('base64'), content: withoutWrappers(opened.content) }
      const manifest: Manifest = { version: 1, app, madeAt: at, files: [], key }
      const all = await readdir(folder)
      const names = backupFiles.flatMap(name => [name, `${name}-journal`])
      const contents = await inWorker(async worker => {
        const there = names.filter(name => all.includes(name))
        await worker.run('copy', { from: folder, to: this.#folder, names: there })
        return worker.run('contents', { folder: this.#folder, manifest })
      })
      return { manifest, contents }
    }
    throw new BackupFailed('backup-wrong-passphrase', 'Nothing that was typed opens it')
  }

  /** What this till has; null where it cannot be read, so that all of it may be newer. */
  async #here(): Promise<Here | null> {
    try {
      return await this.deps.inWorker(worker =>
        withSnapshot(this.deps, worker, ({ folder, key }) =>
          worker.run('contents', { folder, manifest: { key } }),
        ),
      )
    } catch (error) {
      asBackupFailed(error, 'backup-store-unreadable')
      return null
    }
  }

  /** Makes of the backup's files what this data folder is to be. Until the decision nothing of the till has changed. */
  async #prepare(
    { manifest, contents }: ReadBackup,
    here: Here | null,
    asked: AskedRestore,
  ): Promise<void> {
    const { clock, dataFolder, inWorker } = this.deps
    const now = clock.wall()
    const number = Math.max(contents.sealedNumber, here?.sealedNumber ?? 0) + 1
    const folder = this.#folder
    const person = asked.by
    await inWorker(worker => worker.run('prepare', { folder, manifest, number, person, now }))
    const key = keyIn(manifest)
    const { document } = contents
    const wrapped = await this.#wrapped(key, document.recovery?.code ?? null, asked.passphrase)
    new KeyFile(this.#folder).write(wrapped)
    const open = here && salesIn(here.ledgers).reduce((sum, each) => sum + each.open, 0)
    decideRestore(dataFolder, this.#folder, { at: now, open })
  }

  /** For this computer: by its keychain, else by the passphrase; and by the recovery code as before. */
  async #wrapped(key: OpenKey, code: string | null, passphrase: string): Promise<OpenKey> {
    const { keychain, random } = this.deps
    if (!isProtected(key.content)) return key
    const computer = keychain()
    const here = computer
      ? withKeychain(key, computer)
      : await withPassphrase(key, passphrase, this.deps)
    if (here === null)
      throw new BackupFailed('backup-not-restored', 'The keychain of this computer takes nothing')
    return code === null ? here : withRecoveryCode(here, code, random)
  }
}

/**
 * What this till has and the backup does not, so that a restore never takes it out of use unsaid. A till
 * that cannot be read may have all of it. Pure.
 */
function newerHere(here: Here | null, backup: Here): readonly NewerHere[] {
  if (here === null) return ['sales', 'settings']
  const found: Record<NewerHere, boolean> = {
    sales: connectionKindSchema.options.some(kind =>
      isAhead(here.ledgers[kind], backup.ledgers[kind]),
    ),
    settings: here.sealedNumber > backup.sealedNumber,
  }
  return (Object.keys(found) as NewerHere[]).filter(name => found[name])
}

/** An equal number of links with another end is another history. */
function isAhead(here: LedgerFacts | null, backup: LedgerFacts | null): boolean {
  if (here === null || here.sales === 0) return false
  if (backup === null || here.links > backup.links) return true
  return here.links === backup.links && here.value !== backup.value
}

/** How many payments there are of each connection that has any. Pure. */
function salesIn(ledgers: Contents['ledgers']): SalesCount[] {
  return connectionKindSchema.options.flatMap(kind => {
    const { sales = 0, open = 0 } = ledgers[kind] ?? {}
    return sales > 0 ? [{ kind, sales, open }] : []
  })
}
