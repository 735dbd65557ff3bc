import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { verifyIntegrity } from '../../../scripts/electron/carried'
import { inProject } from '../../../scripts/project'
import { testFolder } from '../../support/temporary-folder'

interface Locked {
  optionalDependencies?: Record<string, string>
}

type Packages = Record<string, Locked>

function packagesIn(folder: string): Packages {
  const file = inProject(folder, 'package-lock.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { packages: Packages }).packages
}

/** npm installs only what the lock file lists: a package for another system that is missing there is missed there. */
it.each([
  ['', 30],
  ['tools/postgres', 10],
])(
  'lists the packages for every system, not only for the one it was written on (%s)',
  (folder, least) => {
    const packages = packagesIn(folder)
    const wanted = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).map(name => ({ path, name })),
    )
    const missing = wanted.filter(({ path, name }) => !isListed(packages, path, name))
    expect(wanted.length).toBeGreaterThan(least)
    expect(missing).toEqual([])
  },
)

/** As Node looks for it: in the package's own folder, then in each one above it. */
function isListed(packages: Packages, path: string, name: string): boolean {
  const own = `${path === '' ? '' : `${path}/`}node_modules/${name}`
  if (own in packages) return true
  return (
    path !== '' &&
    isListed(packages, path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name)
  )
}

// Computed with another tool: printf kaunta | openssl dgst -sha512 -binary | base64 -w0
const pinned =
  'sha512-TG5NNDGshfDRw3Zb97D0LLx+W9MdYeSMo7HiZKd3XJ5XzwIX60QbXVW7OrEfpNs3MOeWd4tmZhQlnWd4h37B8w=='

it('what is downloaded past npm is the pinned file, byte for byte', async () => {
  const file = path.join(testFolder(), 'electron.tgz')
  writeFileSync(file, 'kaunta')
  await expect(verifyIntegrity(file, pinned)).resolves.toBeUndefined()
  for (const content of ['Kaunta', 'kaunta\n', 'kaunt', '']) {
    writeFileSync(file, content)
    await expect(verifyIntegrity(file, pinned)).rejects.toThrow('electron.tgz is not the file')
  }
})
