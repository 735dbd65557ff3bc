import { expect, it } from 'vitest'
import { localDataFolder } from '../../../../electron/main/platform/data-folder'

const local = 'C:\\Users\\Asha\\AppData\\Local'

it('is in the local profile on Windows, never in the one that roams', () => {
  expect(localDataFolder('win32', local, 'Kaunta')).toBe(`${local}\\Kaunta`)
})

it.each([
  ['win32', undefined],
  ['win32', 'relative'],
  ['linux', local],
  ['darwin', local],
] as const)('is Electron’s own answer on %s with %s', (platform, folder) => {
  expect(localDataFolder(platform, folder, 'Kaunta')).toBeNull()
})
