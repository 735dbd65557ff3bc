import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readOptions, runCommand } from './command'
import { Problem } from './problem'
import { run } from './process/run'
import { inProject, root } from './project'
import { provideTool } from './tools'

const testsIn = (folder: string) => `tests/unit/${folder}/**/*.test.{ts,tsx}`

/** Where a wrong line costs money, and the tests that hold it. */
const folders: Readonly<Record<string, readonly string[]>> = {
  'shared/payment': [testsIn('shared')],
  'shared/sale': [testsIn('shared'), testsIn('main/sales'), testsIn('main/store/ledger/entries')],
  'electron/main/payments': [testsIn('main/payments')],
  'electron/main/sales': [testsIn('main/sales')],
  'electron/main/service': [testsIn('main/service')],
  'electron/main/people': [testsIn('main/people')],
  'renderer/stores': [testsIn('renderer')],
}

const usage = `Use: npm run mutants [-- FOLDER or files of it …]
Folders: ${Object.keys(folders).join(', ')}. Without one all, which takes hours.`

/** Changes each line of the code in turn, and says which changes no test notices. */
await runCommand(async () => {
  const { positionals } = readOptions(usage, { allowPositionals: true, options: {} })
  const chosen = positionals.length > 0 ? positionals : Object.keys(folders)
  const tool = await provideTool('mutants')
  let code = 0
  for (const place of chosen) code = Math.max(code, await changeIn(place, tool))
  return code
}, usage)

async function changeIn(place: string, tool: string): Promise<number> {
  const folder = Object.keys(folders).find(each => place === each || place.startsWith(`${each}/`))
  if (!folder) throw new Problem(`${place} is in no folder of mutants.`, usage)
  const kept = inProject('node_modules', '.cache', 'kaunta-mutants', place.replaceAll('/', '-'))
  await mkdir(kept, { recursive: true })
  const config = path.join(kept, 'stryker.config.json')
  const mutate = place.endsWith('.ts') ? place : `${place}/**/*.ts`
  await writeFile(config, JSON.stringify(configOf(mutate, kept, tool), null, 2))
  const script = path.join(tool, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const { code } = await run(process.execPath, [script, 'run', config], {
    cwd: root,
    output: 'show',
    env: { ...process.env, KAUNTA_MUTANTS_TESTS: folders[folder]?.join(' ') },
  })
  return code
}

/** Written at each run: the plugin is where npm has put it. */
function configOf(mutate: string, kept: string, tool: string) {
  return {
    mutate: [mutate],
    testRunner: 'vitest',
    plugins: [path.join(tool, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
    vitest: { configFile: 'vitest.mutants.config.ts' },
    reporters: ['clear-text', 'progress-append-only'],
    // What never ends, its test ends (vitest.mutants.config.ts). This ends a worker, and a slow machine reaches it.
    timeoutMS: 60_000,
    // The results. The next run takes over those of lines and tests that have not changed since.
    incremental: true,
    incrementalFile: path.join(kept, 'mutants.json'),
    clearTextReporter: { allowColor: false, reportTests: false },
    // What runs once when a file is loaded, as a schema: each would run every test.
    ignoreStatic: true,
    tempDirName: '.mutants',
    // It would change paths in it with TypeScript's old interface; nothing here reads it.
    tsconfigFile: 'none',
    // Tests read the rest of the project; these are made by it.
    ignorePatterns: ['out', 'out-shop', 'release'],
  }
}
