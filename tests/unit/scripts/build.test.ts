import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { newestUnder } from '../../../scripts/build'
import { temporaryFolders } from '../../support/temporary-folder'

const newFolder = temporaryFolders()

describe('the newest source', () => {
  it('is found deep down', async () => {
    const folder = newFolder()
    const file = path.join(folder, 'a', 'b', 'till.ts')
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, '')
    await utimes(file, 4_000_000_000, 4_000_000_000)
    expect(await newestUnder([folder])).toBe(4_000_000_000_000)
  })

  it('is a folder that lost a file', async () => {
    const folder = newFolder()
    const file = path.join(folder, 'till.ts')
    await writeFile(file, '')
    await utimes(file, 1, 1)
    await utimes(folder, 2, 2)
    expect(await newestUnder([folder])).toBe(2_000)
    await rm(file)
    expect(await newestUnder([folder])).toBeGreaterThan(2_000)
  })

  it('is none where nothing is', async () => {
    expect(await newestUnder([path.join(newFolder(), 'missing')])).toBe(0)
  })
})
