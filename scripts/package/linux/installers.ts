import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Problem } from '../../problem'
import { run } from '../../process/run'
import { onPath } from '../../project'
import { deb } from './deb'
import { rpm } from './rpm'
import { stageInstalled } from './stage'
import { packageFacts } from './texts'

export const installerFormats = { deb, rpm } as const
export type InstallerName = keyof typeof installerFormats

export function isInstallerName(name: string): name is InstallerName {
  return Object.hasOwn(installerFormats, name)
}

/** The formats whose tool is here. */
export function possibleInstallers(): InstallerName[] {
  if (process.platform !== 'linux') return []
  return Object.keys(installerFormats)
    .filter(isInstallerName)
    .filter(name => onPath(installerFormats[name].tool))
}

interface InstallerOptions {
  /** The folder that was packed. */
  packed: string
  output: string
  /** Another version than package.json's is what an upgrade is tested with. */
  version?: string
  quick?: boolean
}

/** Makes a package of a packed folder; gives its file. */
export async function makeInstaller(
  name: InstallerName,
  { packed, output, version, quick = false }: InstallerOptions,
): Promise<string> {
  const { tool, from, fileName, command } = installerFormats[name]
  if (!onPath(tool))
    throw new Problem(
      `${tool} is missing: it makes ${name} packages.`,
      `Install it (on Debian: the package ${from}), then try again.`,
    )
  const facts = await packageFacts(version)
  const file = path.join(output, fileName(facts))
  const work = await mkdtemp(path.join(tmpdir(), 'kaunta-installer-'))
  try {
    const root = path.join(work, 'root')
    await mkdir(root)
    await stageInstalled(packed, root, facts)
    const args = await command({ root, facts, file, quick })
    const { code, output: words } = await run(tool, args, { output: 'keep' })
    if (code !== 0)
      throw new Problem(
        `${tool} failed (exit code ${code}): ${words}`,
        'Correct what it names, then try again.',
      )
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return file
}
