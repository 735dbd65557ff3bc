import { existsSync } from 'node:fs'
import { cp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Problem } from '../problem'
import { run } from '../process/run'
import { root, toolScript } from '../project'
import { writeSupplyDocuments } from './supply'

/** Runs electron-builder on what is built in out-shop/, with its licence notices. */
export async function pack(args: readonly string[]): Promise<void> {
  await writeSupplyDocuments()
  const script = await toolScript('electron-builder', 'electron-builder')
  const all = [script, '--publish', 'never', ...args]
  const { code } = await run(process.execPath, all, { cwd: root, output: 'stderr' })
  if (code === 0) return
  throw new Problem(
    `Packing failed (exit code ${code}); electron-builder's own words are above.`,
    'Correct what it names, then try again.',
  )
}

/**
 * Packs a plain folder for Linux with an Electron that is there already, into `output`. Another version
 * than package.json's is what an upgrade is tested with.
 */
export async function packFolder(
  electron: { folder: string; version: string },
  output: string,
  version?: string,
): Promise<void> {
  const plain = path.join(output, '.electron')
  await rm(plain, { recursive: true, force: true })
  // Our replacement of the default app, and what another app left, must not end up inside a packed till.
  const foreign = ['app', 'app-update.yml'].map(name =>
    path.join(electron.folder, 'resources', name),
  )
  await cp(electron.folder, plain, { recursive: true, filter: file => !foreign.includes(file) })
  await pack([
    ...['--linux', 'dir', `-c.directories.output=${output}`],
    ...[`-c.electronDist=${plain}`, `-c.electronVersion=${electron.version}`],
    ...(version === undefined ? [] : [`-c.extraMetadata.version=${version}`]),
  ]).finally(() => rm(plain, { recursive: true, force: true }))
}

const executables = ['kaunta', 'Kaunta.exe', 'Kaunta.app']

/** The packed tills in a folder that electron-builder filled. */
export async function packedTills(output: string): Promise<string[]> {
  const folders = (await readdir(output, { withFileTypes: true })).filter(one => one.isDirectory())
  return folders
    .flatMap(({ name }) => executables.map(file => path.join(output, name, file)))
    .filter(existsSync)
}
