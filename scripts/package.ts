import { buildForShops } from './build'
import { note, runCommand } from './command'
import { carried } from './electron/carried'
import { provideElectron } from './electron/provide'
import { checkFuses } from './package/fuses'
import { pack, packedTills, packFolder } from './package/pack'
import { Problem } from './problem'
import { inProject } from './project'

const output = inProject('dist')

await runCommand(async () => {
  const electron = await provideElectron()
  await buildForShops()
  if (electron.source === 'carried') await packForTrial(electron.folder)
  else await pack(process.argv.slice(2))
  await checkPacked()
  note('Packed: see dist/.')
  return 0
})

/** Without the official Electron only a folder can be made, and only to try the packed app out. */
async function packForTrial(folder: string): Promise<void> {
  note(
    `NOT FOR SHIPPING: the official Electron could not be downloaded, so this packs Electron ` +
      `${carried.electronVersion} from npm, as a plain folder, to try the packed app out.`,
  )
  await packFolder({ folder, version: carried.electronVersion }, output)
}

/** Reads the fuses back from every till that was packed. */
async function checkPacked(): Promise<void> {
  const tills = await packedTills(output)
  if (tills.length === 0)
    throw new Problem('No packed till was found in dist/.', 'Pack a folder as well (target dir).')
  for (const till of tills) {
    const fuses = await checkFuses(till)
    note(`${till}\n${fuses.map(({ name, state }) => `  ${name}: ${state}`).join('\n')}`)
  }
}
