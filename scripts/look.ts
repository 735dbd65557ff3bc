import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PNG } from 'pngjs'
import { readOptions, runCommand } from './command'
import { run } from './process/run'
import { inProject } from './project'

const folders = [
  inProject('tests', 'e2e', 'page', 'look'),
  ...['en', 'sw'].map(language => inProject('docs', 'guide', 'pictures', language)),
]

const usage = 'Use: npm run look [-- --renew]'

/** Compares the screens with their kept pictures; `--renew` keeps those that differ. */
await runCommand(async () => {
  const options = { renew: { type: 'boolean', default: false } } as const
  const { renew } = readOptions(usage, { options }).values
  const files = ['look', 'day-in-pictures', 'guide-pictures'].map(
    name => `tests/e2e/page/${name}.deep.test.ts`,
  )
  const tests = ['--only', 'e2e', ...files]
  const args = ['--import', 'tsx', inProject('scripts', 'test.ts'), ...tests]
  const env = { ...process.env, ...(renew && { KAUNTA_RENEW_LOOK: '1' }) }
  const { code } = await run(process.execPath, args, { output: 'show', env })
  if (renew) for (const folder of folders) await shrink(folder)
  return code
}, usage)

/** Half the size: of each colour the three bits go that nobody sees, and that the comparison does not mind. */
async function shrink(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter(each => each.endsWith('.png'))) {
    const file = path.join(folder, name)
    const before = await readFile(file)
    const picture = PNG.sync.read(before)
    picture.data = picture.data.map(value => Math.min(255, Math.round(value / 8) * 8)) as Buffer
    const how = { colorType: 2, filterType: 0, deflateLevel: 9, deflateStrategy: 0 } as const
    const after = PNG.sync.write(picture, how)
    if (after.length < before.length) await writeFile(file, after)
  }
}
