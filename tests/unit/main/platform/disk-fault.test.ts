import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ExportFolder } from '../../../../electron/main/outputs/exports/new-file'
import { diskFault } from '../../../../electron/main/platform/disk-fault'
import { storageFault } from '../../../../electron/main/store/database'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const coded = (code: string) => Object.assign(new Error(code), { code })

async function thrownBy(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('Nothing was thrown')
}

describe('what the disk did is read from the error of node:fs', () => {
  // Each write to it says that the disk is full.
  it.skipIf(!existsSync('/dev/full'))('full', async () => {
    expect(diskFault(await thrownBy(() => writeFile('/dev/full', 'x')))).toBe('full')
    const answer = await new ExportFolder('').exported(async () => {
      await writeFile('/dev/full', 'x')
      return ''
    })
    expect(answer).toMatchObject({ code: 'export-failed', disk: 'full' })
  })

  it('gone, where the folder is missing or is a file', async () => {
    const folder = newFolder()
    expect(diskFault(await thrownBy(() => readFile(join(folder, 'a'))))).toBe('gone')
    await writeFile(join(folder, 'b'), '')
    expect(diskFault(await thrownBy(() => mkdir(join(folder, 'b', 'c'))))).toBe('gone')
  })

  it.each([
    ['EDQUOT', 'full'],
    ['EROFS', 'read-only'],
    ['EACCES', 'read-only'],
    ['EPERM', 'read-only'],
    ['EIO', 'io'],
    ['ESTALE', 'gone'],
    ['ECONNRESET', null],
  ])('%s: %s, also where it caused another error', (code, fault) => {
    expect(diskFault(coded(code))).toBe(fault)
    expect(diskFault(new Error('While it wrote', { cause: coded(code) }))).toBe(fault)
  })

  it('nothing, by what is no error', () => {
    for (const thrown of [null, 'ENOSPC', { code: 'ENOSPC' }]) expect(diskFault(thrown)).toBeNull()
  })
})

it('SQLite’s own errors are read the same way', () => {
  const cause = Object.assign(new Error('disk is full'), { rawCode: 13 })
  expect(storageFault(new Error('storage-failed', { cause }))).toBe('full')
  expect(storageFault(Object.assign(new Error('busy'), { rawCode: 5 }))).toBeNull()
  expect(storageFault(coded('ENOENT'))).toBeNull()
})
