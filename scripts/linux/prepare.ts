import { note } from '../command'
import { Problem, reasonOf } from '../problem'
import { run } from '../process/run'
import { onPath } from '../project'
import type { Requirement } from './requirements'

/** Makes sure that Linux has what is required: installs it as root, else says how. */
export async function prepareLinux(required: Requirement[]): Promise<void> {
  if (process.platform !== 'linux') return
  const lacking = await lackingOf(required)
  if (lacking.names.length === 0) return
  if (!onPath('apt-get')) throw foreignLinux(lacking.names)
  if (process.getuid?.() !== 0) throw notRoot(lacking.names, await packagesFor(lacking.required))
  note(`Missing on this machine: ${lacking.names.join(', ')}. Installing it.`)
  await updateLists()
  const packages = await packagesFor(lacking.required)
  await installPackages(packages)
  await confirm(required, packages)
}

async function lackingOf(required: Requirement[]) {
  const all = await Promise.all(
    required.map(async requirement => ({ requirement, missing: await requirement.missing() })),
  )
  const lacking = all.filter(({ missing }) => missing.length > 0)
  return {
    names: lacking.flatMap(({ missing }) => missing),
    required: lacking.map(({ requirement }) => requirement),
  }
}

async function packagesFor(required: Requirement[]): Promise<string[]> {
  const wanted = required.flatMap(({ packages }) => packages)
  const known = await knownPackages(wanted.flat())
  return choosePackages(wanted, name => known.has(name))
}

async function confirm(required: Requirement[], packages: string[]): Promise<void> {
  const { names } = await lackingOf(required)
  if (names.length === 0) return
  throw new Problem(
    `Still missing after installing ${packages.join(' ')}: ${names.join(', ')}.`,
    'Find the packages of your release that hold them (`apt-file search NAME`) and install those.',
  )
}

function notRoot(names: string[], packages: string[]): Problem {
  return new Problem(
    `Missing on this machine: ${names.join(', ')}.`,
    `Run this once, then try again:\n\n  sudo apt-get install -y ${packages.join(' ')}\n`,
  )
}

function foreignLinux(names: string[]): Problem {
  return new Problem(
    `Missing on this machine: ${names.join(', ')}.`,
    "Install what provides them with your distribution's package manager, then try again.",
  )
}

const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
// Another apt may be at work (a machine just started updates itself): wait for it.
const patient = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3']

/** For each thing wanted the first name that this release has, or the last one if it has none. */
function choosePackages(
  wanted: readonly (readonly string[])[],
  available: (name: string) => boolean,
): string[] {
  return wanted.map(names => names.find(available) ?? names.at(-1) ?? '')
}

/** Which of these names are real packages here; `apt-cache show` fails for merely virtual ones. */
async function knownPackages(names: string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (const name of names) {
    const { code } = await run('apt-cache', ['show', '--no-all-versions', name], { output: 'keep' })
    if (code === 0) known.add(name)
  }
  return known
}

/** Refreshes the package lists, if that can be done now. */
async function updateLists(): Promise<void> {
  // Unlike installing it does not wait for another apt; the lists that are there may well do.
  await apt(['update', '-q']).catch((error: unknown) => note(reasonOf(error)))
}

/** Installs packages as root. */
async function installPackages(packages: string[]): Promise<void> {
  await apt(['install', '-y', '-q', '--no-install-recommends', ...packages])
}

async function apt(args: string[]): Promise<void> {
  const env = { ...process.env, ...quiet }
  const { code } = await run('apt-get', [...patient, ...args], { env, output: 'stderr' })
  if (code === 0) return
  throw new Problem(
    `apt-get ${args.join(' ')} failed (exit code ${code}); its own words are above.`,
    'Repair what it names (often the network or the package sources), then try again.',
  )
}
