import { existsSync } from 'node:fs'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { note } from './command'
import { buildEnvironment } from './electron/provide'
import { Problem } from './problem'
import { run } from './process/run'
import { inProject, root, toolScript } from './project'

const sources = [
  'electron',
  'renderer',
  'shared',
  'resources',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
]
const built = inProject('out', 'main', 'index.js')
/** What is packed: electron.vite.config.ts builds it here in its mode for shops. */
export const shopFolder = 'out-shop'
/** Written after a whole build: the age of the output alone would trust an interrupted one. */
const stamp = inProject('node_modules', '.cache', 'kaunta-built')

/** Builds the app into out/, as developers and tests start it. */
export async function build(): Promise<void> {
  await runBuild([])
  await mkdir(path.dirname(stamp), { recursive: true })
  await writeFile(stamp, '')
}

/** Builds what is packed, into out-shop/: without what a developer may do (electron.vite.config.ts). */
export async function buildForShops(): Promise<void> {
  await runBuild(['--mode', 'shop'])
}

async function runBuild(options: readonly string[]): Promise<void> {
  const script = await toolScript('electron-vite', 'electron-vite')
  const started = performance.now()
  note('Building …')
  const { code, output } = await run(process.execPath, [script, 'build', ...options], {
    cwd: root,
    env: buildEnvironment(),
    output: 'keep',
  })
  if (code !== 0)
    throw new Problem(
      `${output.trim()}\n\nThe build failed (exit code ${code}); electron-vite's own words are above.`,
      'Correct what it names, then try again.',
    )
  note(`Built in ${Math.round((performance.now() - started) / 1000)} s.`)
}

/** Builds the app if anything it is made of is newer than the last whole build. */
export async function buildIfStale(): Promise<void> {
  if (existsSync(built) && existsSync(stamp)) {
    if ((await newestSource()) < (await stat(stamp)).mtimeMs) return
  }
  await build()
}

/** The latest change of what the app is made of. */
export function newestSource(): Promise<number> {
  return newestUnder(sources.map(name => inProject(name)))
}

/** The latest change under these paths. Folders count: deleting a file changes only its folder. */
async function newestUnder(paths: string[]): Promise<number> {
  const times = await Promise.all(paths.filter(existsSync).map(newestAt))
  return Math.max(0, ...times)
}

async function newestAt(file: string): Promise<number> {
  const own = await stat(file)
  if (!own.isDirectory()) return own.mtimeMs
  const inside = (await readdir(file)).map(name => path.join(file, name))
  return Math.max(own.mtimeMs, await newestUnder(inside))
}
