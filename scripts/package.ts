import path from 'node:path'
import { buildForShops } from './build'
import { note, runCommand } from './command'
import { carried } from './electron/carried'
import { provideElectron } from './electron/provide'
import { checkFuses } from './package/fuses'
import {
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

const usage = `Use: npm run package [-- [${Object.keys(installerFormats).join('|')} …] [options of electron-builder]]
Packs the till for this system into dist/. Without a name: the Linux packages that this computer has the tools for.`

await runCommand(async () => {
  const args = process.argv.slice(2)
  const electron = await provideElectron()
  await buildForShops()
  if (electron.source === 'carried') await packForTrial(electron.folder)
  else await pack(args.filter(arg => !isInstallerName(arg)))
  const tills = await checkPacked()
  await makeInstallers(args.filter(isInstallerName), tills)
  note('Packed: see dist/.')
  return 0
}, usage)

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
    throw new Problem('No packed till was found in dist/.', 'Pack a folder as well (target dir).')
  for (const till of tills) {
    const fuses = await checkFuses(till)
    note(`${till}\n${fuses.map(({ name, state }) => `  ${name}: ${state}`).join('\n')}`)
  }
  return tills
}

/** Makes the named Linux packages; without a name those that this computer has the tools for. */
async function makeInstallers(
  named: ReturnType<typeof possibleInstallers>,
  tills: string[],
): Promise<void> {
  const packed = tills.find(till => path.basename(till) === programName)
  if (packed === undefined) return
  for (const name of named.length > 0 ? named : possibleInstallers())
    note(await makeInstaller(name, { packed: path.dirname(packed), output }))
}
