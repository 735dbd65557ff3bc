import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface Locked {
  optionalDependencies?: Record<string, string>
}

const lockFile = new URL('../../../package-lock.json', import.meta.url)
const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as {
  packages: Record<string, Locked>
}

/** npm installs only what the lock file lists: a package for another system that is missing there is missed there. */
it('lists the packages for every system, not only for the one it was written on', () => {
  const wanted = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map(name => ({ path, name })),
  )
  const missing = wanted.filter(({ path, name }) => !isListed(path, name))
  expect(wanted.length).toBeGreaterThan(30)
  expect(missing).toEqual([])
})

/** As Node looks for it: in the package's own folder, then in each one above it. */
function isListed(path: string, name: string): boolean {
  const own = `${path === '' ? '' : `${path}/`}node_modules/${name}`
  if (own in packages) return true
  return (
    path !== '' && isListed(path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name)
  )
}
