import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Worker } from '../platform/workers'
import { writesBegun } from '../store/database'
import { withoutWrappers } from '../store/key-file'
import type { TillStore } from '../store/till-store'
import { BackupFailed } from './backup-failed'
import { backupFiles, type Manifest } from './manifest'
import type { BackupTasks } from './tasks'

/** A copy of this till's files in a folder, as they were at one instant. */
export interface Snapshot {
  folder: string
  files: Manifest['files'][number]['name'][]
  /** The number of its sealed row. */
  sealedNumber: number
  /** What its databases open with. */
  key: Manifest['key']
}

export interface SnapshotDeps {
  dataFolder: string
  store: Pick<TillStore, 'key' | 'closed' | 'sealedNumber'>
}

/** A till that writes during each of so many copies is not waited for any longer. */
const mostCopies = 20

/**
 * Works on a copy of this till's files, which is gone afterwards. Another process makes it while the till goes on:
 * where something was written meanwhile, it is made again. Rejects with BackupFailed, and as the work does.
 */
export async function withSnapshot<Value>(
  { dataFolder, store }: SnapshotDeps,
  worker: Worker<BackupTasks>,
  work: (snapshot: Snapshot) => Promise<Value>,
): Promise<Value> {
  const open = store.key()
  if (open === null || store.closed() !== null)
    throw new BackupFailed('backup-store-unreadable', 'The till is closed')
  const key = { till: open.key.toString('base64'), content: withoutWrappers(open.content) }
  const folder = join(dataFolder, 'backup-work')
  const isThere = (name: string) => existsSync(join(dataFolder, name))
  try {
    for (let left = mostCopies; left > 0; left -= 1) {
      // Between two events of this process no write is half done: a journal that is there is of one that failed, goes
      // with its database, and opening the copy plays it back.
      const [sealedNumber, before] = [store.sealedNumber(), writesBegun()]
      const files = backupFiles.filter(isThere)
      const names = [...files, ...files.map(name => `${name}-journal`).filter(isThere)]
      await worker.run('copy', { from: dataFolder, to: folder, names }).catch(error => {
        // A file that went meanwhile: the copy is made again.
        if (writesBegun() === before) throw error
      })
      if (writesBegun() === before) return await work({ folder, files, sealedNumber, key })
    }
    throw new BackupFailed('backup-till-busy', `Written to during each of ${mostCopies} copies`)
  } finally {
    // Where another process still holds a file of it, the next start removes it.
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  }
}
