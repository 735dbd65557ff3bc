import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditDetail } from '../../../shared/audit-entry'
import type { RestoredCopy } from '../../../shared/backup'
import { mayFollow } from '../../../shared/payment/sale-transitions'
import type { Person } from '../../../shared/person'
import { settingsSchema } from '../../../shared/settings'
import { canonical, guardedParts } from '../../../shared/settings/guarded'
import { openAuditFile } from '../audit-log/audit-file'
import { settingsWitnessed } from '../audit-log/witness'
import type { Clock } from '../clock'
import type { Ledger } from '../ledger/ledger'
import { keyedFiles } from '../recovery/keyed-files'
import { createPeopleFile } from '../staff/people-file'
import { createCopiedDocument, createDocumentStore } from '../storage/document-store'
import { syncFile, syncFolder } from '../storage/durable-files'
import { type Effort, type KeychainSealer, noStaff, openVault, type Vault } from '../vault'
import type { RandomBytes } from '../vault/passphrase-sealer'
import { tagOf } from '../vault/settings-seal'
import { BackupFailed } from './backup-error'
import { type Here, newerHere, withLargerTries } from './compare'
import { madeDocuments, planFile, type RestorePlan, readyFolder } from './finish-restore'
import { backupFiles, ledgerKinds, type Manifest } from './manifest'
import { withLedger } from './stores'
import { dataKeyIn, importSecrets } from './vault-secrets'

export interface PrepareDeps {
  dataFolder: string
  keychain: KeychainSealer | null
  random: RandomBytes
  clock: Clock
  effort: Effort
  /** Who restores, for the audit log. */
  person: Person | null
}

interface Inspected {
  /** Holds the backup's files, checked. */
  folder: string
  manifest: Manifest
  passphrase: string
  /** What this till has now; null where it cannot be read. */
  here: Here | null
}

/**
 * Makes of an inspected backup what this computer's data folder is to be, and decides for it by one rename:
 * the next start puts it in place (finish-restore.ts). Until then nothing of the till has changed. Throws
 * BackupFailed, or what node:fs throws.
 */
export async function prepareRestore(
  deps: PrepareDeps,
  { folder, manifest, passphrase, here }: Inspected,
): Promise<void> {
  const now = deps.clock.wall()
  const { secrets } = manifest
  const staffHere = here?.staff ?? noStaff
  const vault = newVault(deps, folder)
  if (!(await importSecrets(vault, secrets, passphrase)))
    throw new BackupFailed('backup-not-restored', 'The keys could not be sealed on this computer')
  restorePeople(vault, folder, { sealed: secrets.staff, here: staffHere }, deps.random)
  for (const kind of ledgerKinds)
    withLedger(folder, kind, secrets, ({ ledger }) => holdUnsent(ledger, now))
  const generation = restoreSettings(vault, folder, manifest, here, now)
  recordRestore(folder, manifest, here, deps.person, now, generation)
  commit(deps.dataFolder, folder, now)
}

function newVault({ keychain, random, clock, effort }: PrepareDeps, folder: string): Vault {
  const store = createCopiedDocument(folder, 'vault', () => undefined)
  const opening = openVault({ store, keychain, random, clock, effort })
  if (!opening.ok) throw new BackupFailed('backup-not-restored', opening.reason)
  return opening.vault
}

/** The list of the backup. Its numbers only grow, so that no older list is newer than this one. */
function restorePeople(
  vault: Vault,
  folder: string,
  { sealed, here }: Record<'sealed' | 'here', Here['staff']>,
  random: RandomBytes,
): void {
  const generation = Math.max(sealed.generation, here.generation) + 1
  const revision = Math.max(sealed.revision, here.revision) + 1
  const file = createPeopleFile({ store: createDocumentStore(folder, 'staff'), random })
  const list = sealed.people ? file.read(vault) : null
  if (list === null) {
    vault.sealStaff({ ...sealed, generation, revision, tries: [] }, true)
    return
  }
  if (list.state !== 'open')
    throw new BackupFailed('backup-damaged', 'The staff list does not open')
  // The vault's count may be newer than the file's.
  const counted = withLargerTries(list.people.people, sealed.tries)
  const people = withLargerTries(counted, here.tries)
  file.write(vault, { ...list.people, generation, revision, people }, () => {
    const tries = people.map(({ id, wrong, pausing }) => ({ id, wrong, pausing }))
    vault.sealStaff({ ...sealed, generation, revision, tries }, true)
  })
}

/** What was not accepted yet in the copy may have been sent since: no sale of it goes out without a person. */
function holdUnsent(ledger: Ledger, at: number): void {
  const event = { type: 'restored', at } as const
  for (const sale of ledger.open()) if (mayFollow(sale, event)) ledger.append(sale.id, event)
}

/** Held until an owner confirms them; their seal says so. Gives its generation. The folder of daily backups was the other computer's. */
function restoreSettings(
  vault: Vault,
  folder: string,
  { madeAt, shop, till, secrets }: Manifest,
  here: Here | null,
  restoredAt: number,
): number {
  const { guard: _guard, ...stored } = JSON.parse(
    readFileSync(join(folder, 'settings.json'), 'utf8'),
  )
  const settings = { ...settingsSchema.parse(stored), backup: { folder: null } }
  const copy: RestoredCopy = { madeAt, restoredAt, shop, till }
  const seal = {
    key: vault.newSettingsKey(),
    generation: Math.max(secrets.settingsGeneration, here?.settingsGeneration ?? 0) + 1,
    text: canonical(guardedParts(settings)),
    restored: copy,
  }
  if (!vault.sealSettings(seal))
    throw new BackupFailed('backup-not-restored', 'The settings could not be sealed')
  const guard = { generation: seal.generation, tag: tagOf(seal) }
  createCopiedDocument(folder, 'settings', () => undefined).write({ ...settings, guard })
  return seal.generation
}

/** The restored audit log says where it goes on from, and what went out of use. */
function recordRestore(
  folder: string,
  manifest: Manifest,
  here: Here | null,
  person: Person | null,
  at: number,
  generation: number,
): void {
  const key = dataKeyIn(manifest.secrets, 'auditLog')
  if (key === null) return
  const opening = openAuditFile(join(folder, keyedFiles.auditLog), key, () => undefined)
  if (!opening.ok) throw new BackupFailed('backup-store-unreadable', opening.detail)
  const detail: AuditDetail = {
    madeAt: new Date(manifest.madeAt).toISOString(),
    till: manifest.till,
    newer: newerHere(here, manifest).join(' '),
    ...settingsWitnessed(generation),
  }
  opening.file.append({ at, person, action: 'restored', detail })
  opening.file.close()
}

/** The rename at its end is the decision: before it nothing has changed, after it every start carries it out. */
function commit(dataFolder: string, folder: string, at: number): void {
  const placed = [...backupFiles, ...madeDocuments]
  const coming = placed.filter(name => existsSync(join(folder, name)))
  // Files that the stores leave next to their own.
  for (const name of readdirSync(folder).filter(each => !coming.some(one => one === each)))
    rmSync(join(folder, name))
  const plan: RestorePlan = { aside: asideName(dataFolder, at), coming }
  writeFileSync(join(folder, planFile), JSON.stringify(plan), { mode: 0o600 })
  for (const name of readdirSync(folder)) syncFile(join(folder, name))
  renameSync(folder, join(dataFolder, readyFolder))
  syncFolder(dataFolder)
}

/** `before-restore-2026-11-23T01-30-00`, where there is nothing of that name. */
function asideName(dataFolder: string, at: number): string {
  const moment = new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')
  for (let number = 1; ; number++) {
    const name = `before-restore-${moment}${number === 1 ? '' : `-${number}`}`
    if (!existsSync(join(dataFolder, name))) return name
  }
}
