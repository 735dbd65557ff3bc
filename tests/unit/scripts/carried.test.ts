import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { placeCarried, publish, verifyIntegrity } from '../../../scripts/electron/carried'
import { temporaryFolders } from '../../support/temporary-folder'

const newFolder = temporaryFolders()

it.each([
  ['Cypress/Cypress', 'electron'],
  ['Cypress/locales/sw.pak', 'locales/sw.pak'],
  ['Cypress/resources/', 'resources/'],
  ['Cypress/', undefined],
  ['Cypress/resources/app/', undefined],
  ['Cypress/resources/app/index.js', undefined],
  ['Cypress/browser_v8_context_snapshot.bin', undefined],
  ['elsewhere/electron', undefined],
])('the carried Electron is unpacked as plain Electron: %s becomes %s', (name, place) => {
  expect(placeCarried(name)).toBe(place)
})

// Computed with another tool: printf kaunta | openssl dgst -sha512 -binary | base64 -w0
const pinned =
  'sha512-TG5NNDGshfDRw3Zb97D0LLx+W9MdYeSMo7HiZKd3XJ5XzwIX60QbXVW7OrEfpNs3MOeWd4tmZhQlnWd4h37B8w=='

it('its tarball is the pinned one, byte for byte', async () => {
  const file = path.join(newFolder(), 'electron.tgz')
  await writeFile(file, 'kaunta')
  await expect(verifyIntegrity(file, pinned)).resolves.toBeUndefined()
  for (const content of ['Kaunta', 'kaunta\n', 'kaunt', '']) {
    await writeFile(file, content)
    await expect(verifyIntegrity(file, pinned)).rejects.toThrow('electron.tgz is not the file')
  }
})

const make = (content: string) => async (scratch: string) => {
  await mkdir(path.join(scratch, 'made'))
  await writeFile(path.join(scratch, 'made', 'file'), content)
  return path.join(scratch, 'made')
}

it('it appears in the cache whole or not at all, and the first of two that are made at once stays', async () => {
  const parent = newFolder()
  const target = path.join(parent, 'electron')
  const failing = publish(target, async scratch => {
    await make('half')(scratch)
    expect(existsSync(target)).toBe(false)
    throw new Error('no network')
  })
  await expect(failing).rejects.toThrow('no network')
  expect(await readdir(parent)).toEqual([])
  await publish(target, async scratch => {
    const late = await make('late')(scratch)
    await publish(target, make('early'))
    return late
  })
  expect(await readFile(path.join(target, 'file'), 'utf8')).toBe('early')
  expect(await readdir(parent)).toEqual(['electron'])
})

it('what interrupted builds left a day ago is removed from the cache, and nothing else', async () => {
  const parent = newFolder()
  for (const name of ['.building-old', '.building-new', 'kept'])
    await mkdir(path.join(parent, name))
  const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60
  for (const name of ['.building-old', 'kept'])
    await utimes(path.join(parent, name), twoDaysAgo, twoDaysAgo)
  await publish(path.join(parent, 'electron'), make('one'))
  expect((await readdir(parent)).sort()).toEqual(['.building-new', 'electron', 'kept'])
})
