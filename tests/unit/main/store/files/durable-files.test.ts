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

it.each([
  ['a rename that meets EBUSY is tried again', held('EBUSY', 3), true],
  ['a rename that meets EPERM is tried again', held('EPERM', 3), true],
  ['a rename that meets EACCES is tried again', held('EACCES', 3), true],
  ['a file that stays held is left where it is, and said', held('EBUSY', 1_000), false],
  ['another error is said at once', held('ENOSPC', 1), false],
])('%s', (_name, rename, isRenamed) => {
  const folder = newFolder()
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  writeFileSync(from, 'kept')
  const work = () => renameSurely(from, to, rename)
  if (isRenamed) work()
  else expect(work).toThrow('held')
  expect([existsSync(from), existsSync(to)]).toEqual([!isRenamed, isRenamed])
})
