import {
  chmodSync,
  chownSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { guardFolder } from '../../../../electron/main/ipc/guard'
import { systemClock } from '../../../../electron/main/platform/clock'
import { FolderInUse, startFailureText } from '../../../../electron/main/platform/start-failure'
import { lockFile } from '../../../../electron/main/store/database'
import { lockFolder } from '../../../../electron/main/store/folder-lock'
import { failure } from '../../../../shared/ipc/result'
import { failureOf } from '../../../support/database'
import { createVirtualClock } from '../../../support/payments/clock'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()

let folder: string
let file: string
beforeEach(() => {
  folder = newFolder()
  file = join(folder, 'till.lock')
})

const guard = {
  admit: () => ({ ok: true, person: null, approvedBy: null, stillAdmitted: () => null }) as const,
  prove: () => null,
  perform: <Value>(_call: unknown, work: () => Value) => work(),
  recordFailure: () => undefined,
}

/** Runs `work` as a user to whom file rights apply: tests may run as root. */
function asOrdinaryUser(paths: string[], work: () => void): void {
  if (process.getuid?.() !== 0) {
    work()
    return
  }
  for (const path of paths) chownSync(path, 65_534, 65_534)
  process.seteuid?.(65_534)
  try {
    work()
  } finally {
    process.seteuid?.(0)
  }
}

describe('the lock of a data folder', () => {
  it('keeps a second till out, which says so in both languages, and is given back', async () => {
    const clock = createVirtualClock()
    const first = await lockFolder(folder, clock)
    const refused = lockFolder(folder, clock).catch((error: unknown) => error)
    await clock.pass(3_100)
    const error = await refused
    expect(error).toBeInstanceOf(FolderInUse)
    expect(startFailureText(error, folder)).toMatch(/Another Kaunta.+Kaunta nyingine/s)
    first.release()
    ;(await lockFolder(folder, clock)).release()
  })

  it('is waited for where the till before is still ending', async () => {
    const clock = createVirtualClock()
    const first = await lockFolder(folder, clock)
    // It writes nothing.
    expect(readdirSync(folder)).toEqual(['till.lock'])
    expect(statSync(file).size).toBe(0)
    const next = lockFolder(folder, clock)
    await clock.pass(1_000)
    first.release()
    await clock.pass(100)
    expect((await next).isHeld()).toBe(true)
    ;(await next).release()
  })

  it('is lost with its file: a till opened after that ends every older one at its next call', async () => {
    const first = await lockFolder(folder, systemClock)
    let ended = 0
    const guarded = guardFolder(guard, first, () => ended++)
    const admit = () => guarded.admit('staff.signIn', 'cashier', {}).ok
    expect(admit()).toBe(true)
    rmSync(file)
    const second = await lockFolder(folder, systemClock)
    expect(second.isHeld()).toBe(true)
    expect([admit(), admit(), ended]).toEqual([false, false, 1])
    second.release()
    first.release()
  })

  it('is lost where its file is moved away, also once it is back', async () => {
    const lock = await lockFolder(folder, systemClock)
    const guarded = guardFolder(guard, lock, () => undefined)
    renameSync(file, `${file}.away`)
    const refused = failure('till-fault', 'The lock of the data folder is lost')
    expect(guarded.admit('staff.signIn', 'cashier', {})).toEqual(refused)
    renameSync(`${file}.away`, file)
    expect(guarded.admit('staff.signIn', 'cashier', {})).toEqual(refused)
    lock.release()
  })

  it('is taken where its file is damaged, and taken once', async () => {
    writeFileSync(file, Buffer.alloc(5_000, 7))
    const lock = await lockFolder(folder, systemClock)
    expect(lock.isHeld()).toBe(true)
    expect(failureOf(() => lockFile(join(folder, 'till')))).toBe('busy')
    lock.release()
  })

  it('is not taken on a file that cannot be written: the engine would lock nothing', () => {
    writeFileSync(file, '')
    chmodSync(file, 0o400)
    asOrdinaryUser([folder, file], () => {
      expect(failureOf(() => lockFile(join(folder, 'till')))).toBe('read-only')
    })
  })
})
