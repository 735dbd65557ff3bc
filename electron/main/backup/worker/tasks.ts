import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import {
  type ConnectionKind,
  connectionKindSchema,
  practiceAccount,
} from '../../../../shared/connection'
import type { GuardedSettings } from '../../../../shared/settings'
import { numbered } from '../../platform/file-names'
import { removeAll, removeFile } from '../../platform/remove'
import { renameSurely, unusedName } from '../../store/files/durable-files'
import { BackupFailed } from '../backup-failed'
import { keyIn, type Manifest } from '../manifest'
import type { BackupTasks, Contents, WriteOrder } from '../tasks'
import { readBackup, writeBackup } from './backup-file'
import { contentsOf, unopened, withLedger, withTill } from './contents'
import { holdUnsent } from './hold-unsent'
import { refreshCopy } from './refresh-copy'

/** As the type says. The worker alone has them. */
export const backupTasks: BackupTasks = {
  names: ({ folder }) => readdir(folder),

  async copy({ from, to, names }, sign) {
    mkdirSync(to, { recursive: true, mode: 0o700 })
    for (const name of (await readdir(to)).filter(each => !names.includes(each)))
      await rm(join(to, name))
    for (const name of names) await refreshCopy(join(from, name), join(to, name), sign)
  },

  async write(order, sign) {
    const { folder, work, secret, effort } = order
    const name = (number: number) => join(folder, `${numbered(order.name, number)}.kaunta`)
    const target = unusedName(name)
    const partial = `${target}.partial`
    try {
      await removeParts(order)
      const contents = contentsOf(work, keyIn(order.manifest))
      if (contents.sealedNumber !== order.sealedNumber)
        throw unopened('till.db', 'of another number')
      const sizes = order.files.map(async each => ({
        name: each,
        size: (await stat(join(work, each))).size,
      }))
      const manifest = { ...order.manifest, files: await Promise.all(sizes) }
      await writeBackup(partial, manifest, work, { random: randomBytes, effort, secret }, sign)
      // As a restore would read it: every byte and every database opened.
      const read = await readWhole({ source: partial, secret, to: work }, sign)
      if (!isDeepStrictEqual(read, { manifest, contents }))
        throw new BackupFailed('backup-not-written', 'It could not be read back as it was written')
      renameSurely(partial, target)
      return target
    } catch (error) {
      removeFile(partial)
      // As it is: main reads from its code what the disk did.
      throw error
    }
  },

  async remove({ files }) {
    for (const file of files) await rm(file, { force: true })
  },

  modifiedAt: async ({ file }) => (await stat(file)).mtimeMs,

  read: readWhole,

  contents: ({ folder, manifest }) => contentsOf(folder, keyIn(manifest)),

  prepare({ folder, manifest, number, person, now }) {
    const key = keyIn(manifest)
    const settings = withTill(folder, key, randomBytes, database =>
      database.transaction(() => {
        const { madeAt } = manifest
        const document = database.document()
        const { name: shop, till } = document.settings.shop
        const detail = { madeAt: new Date(madeAt).toISOString(), till }
        database.append({ at: now, person, action: 'restored', detail })
        // The folder of daily backups was the other computer's.
        const settings = { ...document.settings, backup: { folder: null } }
        const restored = { madeAt, restoredAt: now, shop, till }
        database.put({ ...document, settings, restored }, number)
        return settings
      }),
    )
    for (const kind of connectionKindSchema.options)
      withLedger(folder, kind, key, ledger => holdUnsent(ledger, now, accountOf(settings, kind)))
  },
}

async function readWhole(
  { source, secret, to }: Parameters<BackupTasks['read']>[0],
  sign: () => void,
): Promise<{ manifest: Manifest; contents: Contents }> {
  removeAll(to)
  mkdirSync(to, { recursive: true, mode: 0o700 })
  const manifest = await readBackup(source, secret, to, randomBytes, sign)
  return { manifest, contents: contentsOf(to, keyIn(manifest)) }
}

/** What a till that was closed meanwhile left of its backups. */
async function removeParts({ folder, nameStart }: WriteOrder): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(nameStart) && name.endsWith('.kaunta.partial')) await rm(join(folder, name))
}

/** Whose keys the copy sends with; null before there were any. */
function accountOf(settings: GuardedSettings | null, kind: ConnectionKind): string | null {
  return kind === 'practice' ? practiceAccount : settings?.[kind].account || null
}
