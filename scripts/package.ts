import path from 'node:path'
import { buildForShops } from './build'
import { note, runCommand } from './command'
import { carried } from './electron/carried'
import { provideElectron } from './electron/provide'
import { checkFuses } from './package/fuses'
import {
  type InstallerName,
  installerFormats,
  isInstallerName,
  makeInstaller,
  possibleInstallers,
} from './package/linux/installers'
import { programName } from './package/linux/texts'
import { pack, packedTills, packFolder } from './package/pack'
import { Problem } from './problem'
import { inProject } from './project'

const output = inProject('dist')

const usage = `Use: npm run package [-- ${Object.keys(installerFormats).join('|')} …]
Packs the till for this system into dist/. Without a name: the Linux packages that this computer has the tools for.`

await runCommand(async () => {
  const named = namesOf(process.argv.slice(2))
  const electron = await provideElectron()
  await buildForShops()
  if (electron.source === 'carried') await packForTrial(electron.folder)
  else await pack([])
  await makeInstallers(named, await checkPacked())
  note('Packed: see dist/.')
  return 0
}, usage)

/** Throws a Problem with the usage for what names no installer: before anything is built. */
function namesOf(args: readonly string[]): InstallerName[] {
  const wrong = args.find(arg => !isInstallerName(arg))
  if (wrong !== undefined) throw new Problem(`"${wrong}" is the name of no installer.`, usage)
  return args.filter(isInstallerName)
}

/** Without the official Electron only a folder can be made, and only to try the packed app out. */
async function packForTrial(folder: string): Promise<void> {
  note(
    `NOT FOR SHIPPING: the official Electron could not be downloaded, so this packs Electron ` +
      `${carried.electronVersion} from npm, as a plain folder, to try the packed app out.`,
  )
  await packFolder({ folder, version: carried.electronVersion }, output)
}

/** Reads the fuses back from every till that was packed. */
async function checkPacked(): Promise<string[]> {
  const tills = await packedTills(output)
  if (tills.length === 0)
    throw new Problem(
      'No packed till was found in dist/.',
      'Read what electron-builder says above.',
    )
  for (const till of tills) {
    const fuses = await checkFuses(till)
    note(`${till}\n${fuses.map(({ name, state }) => `  ${name}: ${state}`).join('\n')}`)
  }
  return tills
}

/** Makes the named Linux packages; without a name those that this computer has the tools for. */
async function makeInstallers(named: readonly InstallerName[], tills: string[]): Promise<void> {
  const packed = tills.find(till => path.basename(till) === programName)
  if (packed === undefined) return
  for (const name of named.length > 0 ? named : possibleInstallers())
    note(await makeInstaller(name, { packed: path.dirname(packed), output }))
}
