import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { BackupTasks } from '../../../../electron/main/backup/tasks'
import { systemClock } from '../../../../electron/main/platform/clock'
import { type WorkerProcess, Workers } from '../../../../electron/main/platform/workers'
import { backupPassphrase, filledTill, tillIn } from '../../../support/backup'
import { forkWorker, startPlainWorker, workerIn } from '../../../support/parts'
import { signInAs } from '../../../support/staff'
import { stalledShareImpossible, stallShare } from '../../../support/stalled-share'
import { keychainOf } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'
import { fakeSafeStorage } from '../../../support/till-store'

const newFolder = temporaryFolders()
const impossible = await stalledShareImpossible()
const why = impossible === null ? '' : ` (${impossible})`
const asked = { passphrase: backupPassphrase }

let till: Awaited<ReturnType<typeof filledTill>>
const keychain = keychainOf(fakeSafeStorage())
beforeEach(async () => {
  till = await filledTill(newFolder(), keychain)
  return () => till.stop()
})

const workersOf = (silence: number, start: () => WorkerProcess = startPlainWorker) =>
  new Workers<BackupTasks>({ start, clock: systemClock, silence })

/** The same data folder with these workers, and the owner at it. */
async function tillWith(workers: Workers<BackupTasks>) {
  till.stop()
  till = { ...tillIn(till.folder, keychain, { workers }), backupFolder: till.backupFolder }
  till.chosen.folder = till.backupFolder
  await signInAs(till.staff, 'owner')
  return till
}

describe('the process that makes a backup', () => {
  it.skipIf(process.platform !== 'linux')(
    'gets key and passphrase as a message: neither its command line nor its environment has them',
    async () => {
      let pid = 0
      const { backups, store } = await tillWith(
        workersOf(60_000, () => {
          const child = forkWorker()
          pid = child.pid ?? 0
          return workerIn(child)
        }),
      )
      const seen: Buffer[] = []
      const saving = backups.save(asked)
      while (!(await Promise.race([saving, delay(50)])))
        for (const file of ['cmdline', 'environ'])
          if (pid > 0 && existsSync(`/proc/${pid}`)) seen.push(readFileSync(`/proc/${pid}/${file}`))
      expect(await saving).toMatchObject({ ok: true })
      expect(seen.length).toBeGreaterThan(2)
      const key = store.key()?.key ?? Buffer.alloc(0)
      const secrets = [key, key.toString('base64'), key.toString('hex'), backupPassphrase]
      for (const secret of secrets) expect(seen.some(bytes => bytes.includes(secret))).toBe(false)
    },
  )

  it('that dies ends the backup with words, and the till sells on', async () => {
    const dying = () => {
      const child = startPlainWorker()
      return { ...child, send: () => child.kill() }
    }
    const { backups, ledger } = await tillWith(workersOf(60_000, dying))
    expect(await backups.save(asked)).toMatchObject({ code: 'backup-not-written' })
    ledger().close()
  })
})

describe('a backup folder that does not answer', () => {
  it.skipIf(impossible !== null)(
    `is said to be silent; the till answers meanwhile, and leaves the process${why}`,
    async () => {
      const share = await stallShare()
      onTestFinished(() => share.remove())
      let started = 0
      const { backups, chosen } = await tillWith(
        workersOf(1_500, () => {
          started += 1
          return startPlainWorker()
        }),
      )
      chosen.folder = share.folder
      let answers = 0
      const timer = setInterval(() => (answers += 1), 20)
      onTestFinished(() => clearInterval(timer))
      expect(await backups.save(asked)).toMatchObject({ code: 'backup-folder-silent' })
      expect(answers).toBeGreaterThan(5)
      expect(existsSync(join(till.folder, 'backup-work'))).toBe(false)
      expect(started).toBe(1)
    },
  )

  it.skipIf(impossible !== null)(`does not hold up closing${why}`, async () => {
    const share = await stallShare()
    onTestFinished(() => share.remove())
    const { backups, chosen } = await tillWith(workersOf(60_000))
    chosen.folder = share.folder
    const saving = backups.save(asked)
    await delay(1_000)
    backups.stop()
    expect(await saving).toMatchObject({ ok: false })
  })
})
