import { existsSync, type PathLike, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { renameSurely } from '../../../../../electron/main/store/files/durable-files'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()

/** As a scanner on Windows that holds the file for the first so many tries. */
function held(code: string, times: number) {
  let left = times
  return (from: PathLike, to: PathLike) => {
    if (left-- > 0) throw Object.assign(new Error('held'), { code })
    renameSync(from, to)
  }
}

function twoNames() {
  const folder = newFolder()
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  writeFileSync(from, 'kept')
  return { from, to }
}

it.each(['EBUSY', 'EPERM', 'EACCES'])('a rename that meets %s is tried again', code => {
  const { from, to } = twoNames()
  renameSurely(from, to, held(code, 3))
  expect([existsSync(from), existsSync(to)]).toEqual([false, true])
})

it('a file that stays held is left where it is, and said', () => {
  const { from, to } = twoNames()
  expect(() => renameSurely(from, to, held('EBUSY', 1_000))).toThrow('held')
  expect([existsSync(from), existsSync(to)]).toEqual([true, false])
})

it('another error is said at once', () => {
  const { from, to } = twoNames()
  expect(() => renameSurely(from, to, held('ENOSPC', 1))).toThrow('held')
  expect(existsSync(from)).toBe(true)
})
