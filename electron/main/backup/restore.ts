import { basename, join } from 'node:path'
import type { BackupContent, NewerHere, SalesCount } from '../../../shared/backup'
import {
  type ConnectionKind,
  connectionKindSchema,
  practiceAccount,
} from '../../../shared/connection'
import { type Failure, failure } from '../../../shared/ipc/result'
import { isLongEnough, shortestPassphrase } from '../../../shared/passphrase'
import { mayFollow } from '../../../shared/payment/sale-transitions'
import type { Person } from '../../../shared/person'
import type { GuardedSettings } from '../../../shared/settings'
import type { StillAdmitted } from '../people/access'
import { removeAll } from '../platform/remove'
import {
  isProtected,
  KeyFile,
  type OpenKey,
  withKeychain,
  withPassphrase,
  withRecoveryCode,
} from '../store/key-file'
import type { KeychainSealer } from '../store/keychain-sealer'
import type { Ledger } from '../store/ledger/ledger'
import { BackupFailed, type Manifest, readBackup } from './backup-file'
import { decideRestore } from './finish-restore'
import {
  asBackupFailed,
  type Contents,
  contentsOf,
  emptyFolder,
  keyIn,
  type LedgerFacts,
  type MakeDeps,
  takeSnapshot,
  withLedger,
  withTill,
} from './make-backup'

export interface RestoreDeps extends MakeDeps {
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

interface ReadBackup {
  manifest: Manifest
  contents: Contents
  /** What a person was told that this till has and the backup has not. */
  told: readonly NewerHere[]
}

/** Goes on from a backup: chosen, read whole, shown, and only then put in the place of what is here. */
export class Restore {
  readonly #folder: string
  #chosen: string | null = null
  #read: ReadBackup | null = null

  constructor(private readonly deps: RestoreDeps) {
    this.#folder = join(deps.dataFolder, 'restore-staging')
  }

  /** Gives its name. */
  choose(file: string): string {
    this.#forget()
    this.#chosen = file
    return basename(file)
  }

  /** Throws BackupFailed; then nothing has changed. */
  async inspect(secret: string): Promise<BackupContent> {
    if (this.#chosen === null) throw new BackupFailed('backup-not-read', 'No file was chosen')
    const { manifest, contents } = await this.#readWhole(this.#chosen, secret)
    const here = this.#here()
    const told = newerHere(here, contents)
    this.#read = { manifest, contents, told }
    const { settings, people } = contents.document
    return {
      shop: settings.shop.name,
      till: settings.shop.till,
      madeAt: manifest.madeAt,
      version: manifest.app,
      sales: salesIn(contents.ledgers),
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
    const here = this.#here()
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
      this.#forget()
      store.recordIfPossible('not-done', asked.by, { call: 'backup.restore' })
      throw asBackupFailed(error, 'backup-not-restored')
    }
    this.deps.restart()
    return null
  }

  cancel(): null {
    this.#chosen = null
    this.#forget()
    return null
  }

  #forget(): void {
    this.#read = null
    removeAll(this.#folder)
  }

  async #readWhole(file: string, secret: string): Promise<Omit<ReadBackup, 'told'>> {
    this.#forget()
    emptyFolder(this.#folder)
    try {
      const manifest = await readBackup(file, secret, this.#folder, this.deps.random)
      return { manifest, contents: contentsOf(this.#folder, keyIn(manifest)) }
    } catch (error) {
      this.#forget()
      throw error
    }
  }

  /** What this till has; null where it cannot be read, so that all of it may be newer. */
  #here(): Here | null {
    const work = join(this.deps.dataFolder, 'backup-work')
    try {
      return takeSnapshot(work, this.deps).contents
    } catch (error) {
      if (error instanceof BackupFailed) return null
      throw error
    } finally {
      removeAll(work)
    }
  }

  /** Makes of the backup's files what this data folder is to be. Until the decision nothing of the till has changed. */
  async #prepare(
    { manifest, contents }: ReadBackup,
    here: Here | null,
    asked: AskedRestore,
  ): Promise<void> {
    const { random, clock, dataFolder } = this.deps
    const now = clock.wall()
    const number = Math.max(contents.sealedNumber, here?.sealedNumber ?? 0) + 1
    const key = keyIn(manifest)
    const { document } = contents
    withTill(this.#folder, key, random, database =>
      database.transaction(() => {
        const { madeAt } = manifest
        const { name: shop, till } = document.settings.shop
        const detail = { madeAt: new Date(madeAt).toISOString(), till }
        database.append({ at: now, person: asked.by, action: 'restored', detail })
        // The folder of daily backups was the other computer's.
        const settings = { ...document.settings, backup: { folder: null } }
        const restored = { madeAt, restoredAt: now, shop, till }
        database.put({ ...document, settings, restored }, number)
      }),
    )
    for (const kind of connectionKindSchema.options)
      withLedger(this.#folder, kind, key, ledger =>
        holdUnsent(ledger, now, accountOf(document.settings, kind)),
      )
    const wrapped = await this.#wrapped(key, document.recovery?.code ?? null, asked.passphrase)
    new KeyFile(this.#folder).write(wrapped)
    decideRestore(dataFolder, this.#folder)
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

/** What was not accepted yet in the copy may have been sent since: no sale of it goes out without a person. */
function holdUnsent(ledger: Ledger, at: number, account: string | null): void {
  const event = { type: 'restored', at, account } as const
  for (const sale of ledger.open()) if (mayFollow(sale, event)) ledger.append(sale.id, event)
}

/** Whose keys the copy sends with; null before there were any. */
function accountOf(settings: GuardedSettings, kind: ConnectionKind): string | null {
  return kind === 'practice' ? practiceAccount : settings[kind].account || null
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
