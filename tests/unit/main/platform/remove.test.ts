import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { removeAll, removeFile } from '../../../../electron/main/platform/remove'
import { makeSmallDisk, smallDiskImpossible } from '../../../support/small-disk'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()

/** A folder with a file and a full folder in it. */
function fill(folder: string) {
  const [file, inner] = [join(folder, 'file'), join(folder, 'inner')]
  writeFileSync(file, 'x')
  mkdirSync(join(inner, 'deeper'), { recursive: true })
  writeFileSync(join(inner, 'deeper', 'file'), 'x')
  return { file, inner }
}

describe('removing', () => {
  it('takes a file, or a folder with all that is in it, and nothing else', () => {
    const folder = newFolder()
    const { file, inner } = fill(folder)
    removeAll(inner)
    expect(readdirSync(folder)).toEqual(['file'])
    removeFile(file)
    expect(readdirSync(folder)).toEqual([])
  })

  it('of what is not there is no error', () => {
    const missing = join(newFolder(), 'missing')
    removeFile(missing)
    removeAll(missing)
  })

  it.skipIf(process.platform === 'win32')('takes a link, and leaves what it leads to', () => {
    const [folder, elsewhere] = [newFolder(), newFolder()]
    const { file } = fill(elsewhere)
    symlinkSync(elsewhere, join(folder, 'link'))
    removeAll(join(folder, 'link'))
    expect([readdirSync(folder), existsSync(file)]).toEqual([[], true])
  })

  const reason = smallDiskImpossible()
  it.skipIf(reason !== null)(`keeps the code of an error${reason ? ` (${reason})` : ''}`, () => {
    const disk = makeSmallDisk(1)
    onTestFinished(() => disk.remove())
    const { file, inner } = fill(disk.folder)
    execFileSync('mount', ['-o', 'remount,ro', disk.folder])
    const readOnly = expect.objectContaining({ code: 'EROFS' })
    expect(() => removeFile(file)).toThrow(readOnly)
    expect(() => removeAll(inner)).toThrow(readOnly)
  })
})
