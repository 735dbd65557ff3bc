import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** The list that electron-updater reads on each system, and the packages in it. */
const lists = [
  { name: 'latest.yml', packages: /\.exe$/ },
  { name: 'latest-mac.yml', packages: /\.zip$/ },
  { name: 'latest-linux-arm64.yml', packages: /(arm64|aarch64).*\.(deb|rpm|AppImage)$/ },
  { name: 'latest-linux.yml', packages: /\.(deb|rpm|AppImage)$/ },
]

/** Writes `latest*.yml` for the packages in a folder; gives the lists' names. */
export async function writeUpdateLists(folder: string, version: string): Promise<string[]> {
  const written: string[] = []
  const left = new Set((await readdir(folder)).sort())
  for (const { name, packages } of lists) {
    const files = [...left].filter(file => packages.test(file))
    for (const file of files) left.delete(file)
    if (files.length === 0) continue
    const facts = await Promise.all(files.map(file => factsOf(folder, file)))
    await writeFile(path.join(folder, name), listOf(version, facts))
    written.push(name)
  }
  return written
}

interface PackageFile {
  name: string
  size: number
  /** Base64. */
  sha512: string
}

async function factsOf(folder: string, name: string): Promise<PackageFile> {
  const bytes = await readFile(path.join(folder, name))
  return {
    name,
    size: bytes.length,
    sha512: createHash('sha512').update(bytes).digest('base64'),
  }
}

export function listOf(version: string, files: readonly PackageFile[]): string {
  const lines = files.flatMap(({ name, size, sha512 }) => [
    `  - url: ${name}`,
    `    sha512: ${sha512}`,
    `    size: ${size}`,
  ])
  return ['version: ', version, '\nfiles:\n', lines.join('\n'), '\n'].join('')
}
