import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import path from 'node:path'
import { withProgress } from './command'
import { publish } from './electron/carried'
import { Problem } from './problem'
import { npm } from './process/npm'
import { run } from './process/run'
import { inProject } from './project'

/** Packages that only some commands need: who looks at the till waits for none of them. */
type Tool = 'postgres' | 'mutants'

const names: Record<Tool, string> = {
  postgres: 'PostgreSQL 15 and 18 (120 MB)',
  mutants: 'Stryker (64 MB)',
}

const provided = new Map<Tool, Promise<string>>()

/** Fetches what tools/ names, as its lock file says, the first time that it is asked for. The folder with its node_modules. */
export function provideTool(tool: Tool): Promise<string> {
  const asked = provided.get(tool) ?? provide(tool)
  provided.set(tool, asked)
  return asked
}

async function provide(tool: Tool): Promise<string> {
  const listed = inProject('tools', tool)
  const lock = await readFile(path.join(listed, 'package-lock.json'))
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 8)
  const made = inProject('node_modules', '.cache', `kaunta-tool-${tool}-${version}`)
  if (!existsSync(made))
    await publish(made, scratch =>
      withProgress(`Fetching ${names[tool]}`, () => install(tool, listed, scratch)),
    )
  return made
}

async function install(tool: Tool, listed: string, scratch: string): Promise<string> {
  const folder = path.join(scratch, tool)
  await cp(listed, folder, { recursive: true })
  const [command, ...before] = npm()
  // A folder below node_modules is no project to npm unless it is named. Peers are the project's own packages.
  const where = ['--prefix', folder, '--legacy-peer-deps']
  const args = [...before, 'install', '--no-save', '--loglevel=error', ...where]
  const { code, output } = await run(command, args, { cwd: folder, output: 'keep' })
  if (code === 0) return folder
  throw new Problem(
    `npm could not fetch ${names[tool]} (exit code ${code}):\n${output.trim()}`,
    'Check the network and the registry that npm is set to, then try again.',
  )
}
