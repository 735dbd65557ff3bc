import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bytesIn } from '../../tests/bench/size'
import { buildForShops, newestSource } from '../build'
import { note } from '../command'
import type { Electron } from '../electron/provide'
import { stageInstalled } from '../package/linux/stage'
import { packageFacts, programName } from '../package/linux/texts'
import { packedTills, packFolder } from '../package/pack'
import { Problem } from '../problem'
import { inProject } from '../project'

export interface InstalledSize {
  /** Bytes of Electron alone, as it is downloaded. */
  electron: number
  /** Bytes of all files that a Linux package installs. */
  installed: number
}

/** Of what `npm run package` left in dist/; packs again where that is missing or older than the sources. */
export async function measureInstalled(electron: Electron): Promise<InstalledSize> {
  const work = await mkdtemp(path.join(tmpdir(), 'kaunta-bench-'))
  try {
    const packed = (await freshIn(inProject('dist'))) ?? (await packIn(work, electron))
    const root = path.join(work, 'root')
    await stageInstalled(packed, root, await packageFacts())
    return {
      // Not Electron's: our replacement of the default app, and what another app left.
      electron: bytesIn(electron.folder, ['resources/app', 'resources/app-update.yml']),
      installed: bytesIn(root),
    }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** The folder of a packed till that is newer than every source. */
async function freshIn(output: string): Promise<string | null> {
  const packed = existsSync(output) ? await packedIn(output) : null
  if (packed === null) return null
  const { mtimeMs } = await stat(path.join(packed, 'resources', 'app.asar'))
  return mtimeMs > (await newestSource()) ? packed : null
}

async function packedIn(output: string): Promise<string | null> {
  const till = (await packedTills(output)).find(file => path.basename(file) === programName)
  return till === undefined ? null : path.dirname(till)
}

async function packIn(output: string, { folder }: Electron): Promise<string> {
  note('Packing a till to measure …')
  const version = (await readFile(path.join(folder, 'version'), 'utf8')).trim().replace(/^v/, '')
  await buildForShops()
  await packFolder({ folder, version }, output)
  const packed = await packedIn(output)
  if (packed === null) throw new Problem(`Nothing was packed in ${output}.`, 'Try again.')
  return packed
}
