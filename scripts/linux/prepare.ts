import { note } from '../command'
import { Problem } from '../problem'
import { choosePackages, installCommand, installPackages, knownPackages, updateLists } from './apt'
import type { Requirement } from './requirements'
import { onPath } from './search-path'

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
    `Run this once, then try again:\n\n  ${installCommand(packages)}\n`,
  )
}

function foreignLinux(names: string[]): Problem {
  return new Problem(
    `Missing on this machine: ${names.join(', ')}.`,
    "Install what provides them with your distribution's package manager, then try again.",
  )
}
