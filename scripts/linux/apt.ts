import { note } from '../command'
import { Problem, reasonOf } from '../problem'
import { run } from '../process/run'

const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
// Another apt may be at work (a machine just started updates itself): wait for it.
const patient = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3']

/** For each thing wanted the first name that this release has, or the last one if it has none. */
export function choosePackages(
  wanted: readonly (readonly string[])[],
  available: (name: string) => boolean,
): string[] {
  return wanted.map(names => names.find(available) ?? names.at(-1) ?? '')
}

/** The one command a user without root rights has to copy. */
export function installCommand(packages: string[]): string {
  return `sudo apt-get install -y ${packages.join(' ')}`
}

/** Which of these names are real packages here; `apt-cache show` fails for merely virtual ones. */
export async function knownPackages(names: string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (const name of names) {
    const { code } = await run('apt-cache', ['show', '--no-all-versions', name], { output: 'keep' })
    if (code === 0) known.add(name)
  }
  return known
}

/** Refreshes the package lists, if that can be done now. */
export async function updateLists(): Promise<void> {
  // Unlike installing it does not wait for another apt; the lists that are there may well do.
  await apt(['update', '-q']).catch((error: unknown) => note(reasonOf(error)))
}

/** Installs packages as root. */
export async function installPackages(packages: string[]): Promise<void> {
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
