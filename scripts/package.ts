import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { build } from './build'
import { note, runCommand } from './command'
import { carried } from './electron/carried'
import { type Electron, provideElectron } from './electron/provide'
import { Problem } from './problem'
import { run } from './process/run'
import { toolScript } from './process/tool'
import { inProject, root } from './project'

await runCommand(async () => {
  const electron = await provideElectron()
  await build()
  if (electron.source === 'carried') await packForTrial(electron)
  else await pack(process.argv.slice(2))
  note('Packed: see dist/.')
  return 0
})

/** Without the official Electron only a folder can be made, and only to try the packed app out. */
async function packForTrial(electron: Electron): Promise<void> {
  note(
    `NOT FOR SHIPPING: the official Electron could not be downloaded, so this packs Electron ` +
      `${carried.electronVersion} from npm, as a plain folder, to try the packed app out.`,
  )
  const plain = inProject('dist', '.electron')
  await rm(plain, { recursive: true, force: true })
  // Our stand-in for the default app must not end up inside a packed till.
  const standIn = path.join(electron.folder, 'resources', 'app')
  await cp(electron.folder, plain, { recursive: true, filter: file => file !== standIn })
  const version = `-c.electronVersion=${carried.electronVersion}`
  await pack(['--linux', 'dir', `-c.electronDist=${plain}`, version]).finally(() =>
    rm(plain, { recursive: true, force: true }),
  )
}

async function pack(args: string[]): Promise<void> {
  const script = await toolScript('electron-builder', 'electron-builder')
  const all = [script, '--publish', 'never', ...args]
  const { code } = await run(process.execPath, all, { cwd: root, output: 'stderr' })
  if (code === 0) return
  throw new Problem(
    `Packing failed (exit code ${code}); electron-builder's own words are above.`,
    'Correct what it names, then try again.',
  )
}
