import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { appId } from '../../../../electron/main/platform/app-id'
import { endsWithin } from '../../../../electron/main/platform/ends-within'
import { lockFailureText, startFailureText } from '../../../../electron/main/platform/start-failure'
import {
  checkFolder,
  decideStart,
  type LockTry,
} from '../../../../electron/main/platform/start-lock'
import { tryLockFolder } from '../../../../electron/main/store/folder-lock'
import { createVirtualClock } from '../../../support/payments/clock'
import { makeSmallDisk, smallDiskImpossible } from '../../../support/small-disk'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const impossible = smallDiskImpossible()
const why = impossible === null ? '' : ` (${impossible})`

/** A start without Chromium's lock: our own lock as it is found each time, and which folder takes no file. */
async function decided(tries: LockTry[], unusable: 'data' | 'temporary' | null) {
  let [waited, locks] = [0, 0]
  const decision = await decideStart({
    dataFolder: 'data',
    temporaryFolder: 'temporary',
    tryLock() {
      const found = tries.length > 1 ? tries.shift() : tries[0]
      if (found === 'locked') locks += 1
      return found ?? 'failed'
    },
    release: () => {
      locks -= 1
    },
    check: async folder => (folder === unusable ? { folder, code: 'EROFS' } : null),
    wait: async ms => {
      waited += ms
    },
  })
  return { decision, waited, locks }
}

describe('a start for which Chromium has no lock', () => {
  it('ends silently where another till has the lock: that one comes to the front', async () => {
    expect(await decided(['busy'], null)).toMatchObject({ decision: { name: 'quit' }, waited: 0 })
  })

  it('goes on with ours where we find why: the temporary or the data folder takes no file', async () => {
    for (const unusable of ['temporary', 'data'] as const)
      expect(await decided(['locked'], unusable)).toEqual({
        ...{ decision: { name: 'start' }, waited: 0, locks: 1 },
      })
  })

  it('says which folder takes no file where ours cannot be had either', async () => {
    const { decision } = await decided(['failed'], 'data')
    expect(decision).toEqual({ name: 'show-error', unusable: { folder: 'data', code: 'EROFS' } })
  })

  it('waits for a till that was started a moment ago, and then ends without a word', async () => {
    const { decision, locks } = await decided(['locked', 'locked', 'busy'], null)
    expect([decision.name, locks]).toEqual(['quit', 0])
  })

  it('shows a box where no till has the lock and no folder is at fault', async () => {
    const { decision, waited, locks } = await decided(['locked'], null)
    expect(decision).toEqual({ name: 'show-error', unusable: null })
    expect([waited, locks]).toEqual([3_000, 0])
  })

  it('of two at once lets one go on, two hundred times', async () => {
    for (let round = 0; round < 200; round += 1) {
      const folder = newFolder()
      const locks: Array<ReturnType<typeof tryLockFolder>> = []
      const start = () => {
        let lock: ReturnType<typeof tryLockFolder> = null
        return decideStart({
          dataFolder: folder,
          temporaryFolder: 'full',
          tryLock() {
            lock = tryLockFolder(folder)
            locks.push(lock)
            return lock ? 'locked' : 'busy'
          },
          release: () => lock?.release(),
          check: async each => (each === 'full' ? { folder: each, code: 'ENOSPC' } : null),
          wait: async () => undefined,
        })
      }
      const names = (await Promise.all([start(), start()])).map(({ name }) => name)
      expect(names.toSorted()).toEqual(['quit', 'start'])
      for (const lock of locks) lock?.release()
    }
  })
})

describe('a folder that is asked whether it takes a file', () => {
  it('is made where it is not there, and nothing stays in it', async () => {
    const folder = join(newFolder(), 'new', 'one')
    expect(await checkFolder(folder)).toBeNull()
    expect(readdirSync(folder)).toEqual([])
  })

  it('does not where a file is in its place', async () => {
    const file = join(newFolder(), 'a-file')
    writeFileSync(file, '')
    expect(await checkFolder(file)).toMatchObject({ folder: file, code: 'EEXIST' })
  })

  it.skipIf(impossible !== null)(`does not on a full disk${why}`, async () => {
    const disk = makeSmallDisk(1)
    onTestFinished(() => disk.remove())
    mkdirSync(join(disk.folder, 'tmp'))
    disk.fill()
    const folder = join(disk.folder, 'tmp')
    expect(await checkFolder(folder)).toEqual({ folder, code: 'ENOSPC' })
  })
})

describe('the box of a till that does not start', () => {
  it('names the folder and the cause, in both languages', () => {
    const text = lockFailureText({ folder: '/data/kaunta', code: 'EROFS' }, '/data/kaunta')
    expect(text.split('/data/kaunta (EROFS)')).toHaveLength(3)
    expect(lockFailureText(null, '/data/kaunta').split('/data/kaunta')).toHaveLength(3)
    const failed = startFailureText(new Error('EROFS: read-only'), '/data/kaunta')
    expect(failed).toContain('/data/kaunta')
    expect(failed).toContain('EROFS: read-only')
  })
})

describe('what waits for others', () => {
  it('ends at its limit, whatever is silent', async () => {
    const clock = createVirtualClock()
    const waiting = endsWithin(new Promise(() => undefined), 2_000, clock)
    await clock.pass(2_000)
    expect(await waiting).toBe(false)
    expect(await endsWithin(Promise.resolve(), 2_000, clock)).toBe(true)
    expect(clock.alarms()).toBe(0)
  })
})

it('the id that Windows knows the till by is the installer’s', () => {
  expect(readFileSync('electron-builder.yml', 'utf8')).toMatch(new RegExp(`^appId: ${appId}$`, 'm'))
})
