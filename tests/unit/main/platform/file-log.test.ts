import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFileSink } from '../../../../electron/main/platform/file-log'
import { createLog } from '../../../../electron/main/platform/log'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
let folder = ''
beforeEach(() => {
  folder = newFolder()
})

const logs = () => join(folder, 'logs')
const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8)

/** Windows keeps no such modes: there the data folder's own access list does the same. */
const withModes = it.skipIf(process.platform === 'win32')

describe('the log file', () => {
  withModes('is readable by this computer’s user alone, the older one too', async () => {
    await mkdir(logs(), { mode: 0o755 })
    for (const name of ['main.log', 'main.old.log']) await writeFile(join(logs(), name), 'x\n')
    await chmod(join(logs(), 'main.log'), 0o644)
    createLog(createFileSink(folder)).info('stage', { name: 'selling' })
    expect(await modeOf(logs())).toBe('700')
    for (const name of ['main.log', 'main.old.log'])
      expect(await modeOf(join(logs(), name)), name).toBe('600')
  })

  it('grows no larger than a megabyte, with one older file next to it', async () => {
    const log = createLog(createFileSink(folder))
    const name = 'a'.repeat(60)
    // Three megabytes.
    for (let line = 0; line < 25_000; line += 1) log.info('stage', { name })
    expect((await readdir(logs())).sort()).toEqual(['main.log', 'main.old.log'])
    for (const file of ['main.log', 'main.old.log']) {
      expect((await stat(join(logs(), file))).size).toBeLessThan(1024 * 1024 + 500)
      if (process.platform !== 'win32') expect(await modeOf(join(logs(), file))).toBe('600')
    }
    expect(await readFile(join(logs(), 'main.log'), 'utf8')).toContain('"event":"stage"')
  })
})
