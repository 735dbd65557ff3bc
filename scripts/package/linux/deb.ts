import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { electronLibraryPackages } from '../../linux/requirements'
import { installedSize } from './stage'
import { autostartFile, type InstallerFormat, type PackageFacts, programName } from './texts'

/** Debian's and Ubuntu's names; the first of each pair is the newer releases'. */
const depends = [...electronLibraryPackages, ['libsecret-1-0'], ['xdg-utils']]
const recommends = ['gnome-keyring | kwalletmanager', 'libcups2t64 | libcups2']

const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' }

/** A package for Debian, Ubuntu and theirs, by dpkg-deb. It has no scripts: dpkg's triggers do the rest. */
export const deb: InstallerFormat = {
  tool: 'dpkg-deb',
  from: 'dpkg',
  fileName: ({ version }) => `${programName}_${version}_${architecture()}.deb`,
  async command({ root, facts, file, quick }) {
    const folder = path.join(root, 'DEBIAN')
    const size = await installedSize(root)
    await mkdir(folder)
    await writeFile(path.join(folder, 'control'), control(facts, size))
    // A choice that was made there survives an upgrade.
    await writeFile(path.join(folder, 'conffiles'), `${autostartFile}\n`)
    const compression = quick ? ['-Zgzip', '-z1'] : ['-Zxz']
    return ['--root-owner-group', ...compression, '--build', root, file]
  },
}

export function control({ version, author, description }: PackageFacts, size: number): string {
  const lines = {
    Package: programName,
    Version: version,
    Architecture: architecture(),
    Maintainer: `${author} <kaunta@localhost>`,
    'Installed-Size': size,
    Depends: depends.map(names => names.join(' | ')).join(', '),
    Recommends: recommends.join(', '),
    Section: 'misc',
    Priority: 'optional',
    Description: `${description.split('. ')[0]}\n ${description}`,
  }
  return Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')
}

function architecture(): string {
  return architectures[process.arch] ?? process.arch
}
