import { createHash } from 'node:crypto'
import { copyFileSync, createReadStream, existsSync, mkdirSync, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../../../shared/settings'
import type { Vault } from '../vault'
import { BackupFailed } from './backup-error'
import { backupFiles, type Manifest } from './manifest'
import { examineStores } from './stores'
import { exportSecrets } from './vault-secrets'

interface SnapshotDeps {
  dataFolder: string
  vault: Vault
  settings: Settings
  version: string
  /** Wall clock, ms. */
  now: number
}

/**
 * Copies what a backup holds into a folder, as of one instant, and says what it is. Throws BackupFailed, or
 * what node:fs throws.
 *
 * All copies are made at once: each transaction of this process is over by then, and none begins
 * between two files. The databases stay encrypted with their own keys. HAZARD: a journal that is there belongs to
 * a write that failed; it goes with its database, and opening the copy plays it back.
 */
export async function takeSnapshot(folder: string, deps: SnapshotDeps): Promise<Manifest> {
  const { dataFolder, vault, settings, version, now } = deps
  emptyFolder(folder)
  const secrets = exportSecrets(vault)
  if (secrets === null)
    throw new BackupFailed('backup-keys-closed', 'A key of the vault cannot be opened')
  const names = backupFiles.filter(name => existsSync(join(dataFolder, name)))
  for (const name of names)
    for (const each of [name, `${name}-journal`])
      if (existsSync(join(dataFolder, each)))
        copyFileSync(join(dataFolder, each), join(folder, each))
  // Before the hashes are taken: opening a copy may write to it.
  const stores = examineStores(folder, secrets)
  const files = []
  for (const name of names) files.push({ name, ...(await sizeAndHash(join(folder, name))) })
  return {
    version: 1,
    app: version,
    madeAt: now,
    shop: settings.shop.name,
    till: settings.shop.till,
    tillId: settings.tillId,
    active: settings.active,
    files,
    stores,
    secrets,
  }
}

/** A folder for this user alone, with nothing in it. */
export function emptyFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

async function sizeAndHash(file: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file)) hash.update(piece)
  return { size: (await stat(file)).size, sha256: hash.digest('hex') }
}
