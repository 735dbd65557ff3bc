import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  asBackupFailed,
  BackupFailed,
  troubleOf,
} from '../../../../electron/main/backup/backup-failed'
import { WorkerFailed } from '../../../../electron/main/platform/workers'
import type { AuditAction } from '../../../../shared/audit-entry'
import type { StillAdmitted } from '../../../../shared/ipc/handlers'
import { backupPassphrase, canaries, filledTill, made, tillIn } from '../../../support/backup'
import { callerWho } from '../../../support/parts'
import { makeSmallDisk, smallDiskImpossible } from '../../../support/small-disk'
import { names, pins, signInAs } from '../../../support/staff'
import { KEYS, keychainOf } from '../../../support/store'
import { allBytes, temporaryFolders } from '../../../support/temporary-folder'
import { fakeSafeStorage } from '../../../support/till-store'

const newFolder = temporaryFolders()
const impossible = smallDiskImpossible()
const why = impossible === null ? '' : ` (${impossible})`
const asked = { passphrase: backupPassphrase }
const ended = { ok: false, code: 'session-ended', message: '' } as const

let till: Awaited<ReturnType<typeof filledTill>>
beforeEach(async () => {
  till = await filledTill(newFolder(), keychainOf(fakeSafeStorage()))
  return () => till.stop()
})

const coded = (code: string) => Object.assign(new Error(code), { code })
const files = () => readdirSync(till.backupFolder)
/** Null where a file went while the folder was read. */
const bytesNow = () => {
  try {
    return allBytes(till.folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
const save = (still?: StillAdmitted) => till.backups.save(asked, callerWho(still))
const entries = (action: AuditAction) =>
  till.auditLog.list({ before: null, limit: 100 }).filter(one => one.action === action)

describe('a backup that is made by hand', () => {
  it('is one file with the shop’s name, in the audit log, and leaves nothing next to it', async () => {
    const file = await made(till)
    expect(files()).toEqual([basename(file)])
    expect(files()[0]).toMatch(/^kaunta-backup-duka-la-canary-till-1-0197a000-\d{4}-.*\.kaunta$/)
    expect(entries('backup-made')).toMatchObject([
      { person: { name: names.owner }, detail: { how: 'by-hand', file: files()[0] } },
    ])
    expect(existsSync(join(till.folder, 'backup-work'))).toBe(false)
  })

  it('holds no key, PIN, name, number or note in the clear', async () => {
    const bytes = readFileSync(await made(till))
    const secrets = [...Object.values(canaries), ...Object.values(pins), ...Object.values(names)]
    for (const secret of [...secrets, KEYS.apiKey, KEYS.apiSecret, backupPassphrase])
      if (secret.length > 5) expect([secret, bytes.includes(secret)]).toEqual([secret, false])
    for (const key of [till.store.key()?.key, till.store.ledgerKey('production')]) {
      if (!key) throw new Error('There is no key')
      expect(bytes.includes(key)).toBe(false)
      expect(bytes.includes(key.toString('base64'))).toBe(false)
    }
  })

  it('leaves no secret in the clear in the data folder either, while it is made', async () => {
    const before = allBytes(till.folder)
    const making = made(till)
    let seen = 0
    while (!(await Promise.race([making.then(() => true), sleep()]))) {
      const work = join(till.folder, 'backup-work')
      if (!existsSync(work)) continue
      const bytes = bytesNow()
      if (bytes === null) continue
      seen += 1
      for (const secret of [KEYS.apiSecret, canaries.firstName, backupPassphrase])
        expect(bytes.includes(secret)).toBe(before.includes(secret))
    }
    expect(seen).toBeGreaterThan(0)
  })

  it('is not made with a short passphrase, and no dialog opens', async () => {
    let opened = 0
    Object.defineProperty(till.chosen, 'folder', { get: () => (opened += 1) })
    const short = await till.backups.save({ passphrase: 'short' })
    expect(short).toMatchObject({ ok: false, code: 'backup-passphrase-short' })
    expect(opened).toBe(0)
  })

  it('is not made when the owner left while the folder was chosen', async () => {
    expect(await save(() => ended)).toEqual(ended)
    expect(files()).toEqual([])
    expect(entries('backup-made')).toEqual([])
  })

  it('fails with words where the folder is gone, and says so in the audit log', async () => {
    rmSync(till.backupFolder, { recursive: true })
    expect(await save()).toMatchObject({ code: 'backup-not-written' })
    expect(entries('backup-failed')).toMatchObject([{ detail: { result: 'backup-not-written' } }])
  })

  it('fails with words where a ledger is damaged, and keeps older backups', async () => {
    const first = await made(till)
    const ledger = join(till.folder, 'ledger-production.db')
    writeFileSync(ledger, readFileSync(ledger).fill(7, 0, 4_096))
    expect(await save()).toMatchObject({ code: 'backup-store-unreadable' })
    expect(files()).toEqual([basename(first)])
  })

  it('is not made of a till that is closed', async () => {
    till.stop()
    const elsewhere = tillIn(till.folder, keychainOf(fakeSafeStorage()))
    elsewhere.chosen.folder = till.backupFolder
    const refused = await elsewhere.backups.save(asked)
    expect(refused).toMatchObject({ code: 'till-closed' })
    elsewhere.stop()
  })

  it('leaves a ledger and the journal of a write that failed as they are', async () => {
    const ledger = join(till.folder, 'ledger-production.db')
    const whole = readFileSync(ledger)
    writeFileSync(`${ledger}-journal`, Buffer.alloc(512))
    await made(till)
    expect(readFileSync(ledger).equals(whole)).toBe(true)
    expect(readFileSync(`${ledger}-journal`)).toEqual(Buffer.alloc(512))
  })

  it.skipIf(impossible !== null)(
    `fails with words on a full disk, and leaves no part of a file there${why}`,
    async () => {
      const disk = makeSmallDisk(2)
      try {
        disk.fill(50_000)
        till.chosen.folder = disk.folder
        expect(await save()).toMatchObject({ code: 'backup-not-written', message: 'ENOSPC' })
        expect(readdirSync(disk.folder)).toEqual(['filler'])
        expect(entries('backup-failed')).toMatchObject([{ detail: { how: 'by-hand' } }])
      } finally {
        disk.remove()
      }
    },
  )
})

describe('daily backups', () => {
  const begin = () => till.backups.beginDaily(asked)
  const hour = 3_600_000
  /** So long passes. A check works in real time: each hour waits for the one that it began. */
  async function passed(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= hour) {
      await till.clock.pass(Math.min(left, hour))
      await till.backups.cancel()
    }
  }

  it('begin with one at once, sealed passphrase and folder, and are in the audit log', async () => {
    expect(await begin()).toMatchObject({ ok: true })
    expect(files()).toEqual([expect.stringMatching(/-daily-\d{4}-\d\d-\d\d\.kaunta$/)])
    expect(till.settings.get().backup.folder).toBe(till.backupFolder)
    expect(entries('backup-daily-begun')).toHaveLength(1)
    expect(allBytes(till.folder).includes(backupPassphrase)).toBe(false)
  })

  it('do not begin where the owner left while the first one was made', async () => {
    let waits = 0
    const left = () => (++waits > 1 ? ended : null)
    expect(await till.backups.beginDaily(asked, callerWho(left))).toEqual(ended)
    expect(till.settings.get().backup.folder).toBeNull()
    expect(till.store.document().backupPassphrase).toBeNull()
    expect(entries('backup-daily-begun')).toEqual([])
  })

  it('name who began them, also when another person signed in while the first one was made', async () => {
    const begun = begin()
    await signInAs(till.staff, 'manager')
    expect(await begun).toMatchObject({ ok: true })
    expect(entries('backup-daily-begun')).toMatchObject([{ person: { name: names.owner } }])
  })

  it('have the records checked with each one, for a shop may never cash up', async () => {
    await made(till)
    await begin()
    expect(till.checks(), 'a person waits for these').toBe(0)
    till.backups.start()
    for (let day = 0; day < 2; day++) await passed(86_400_000)
    expect(till.checks()).toBe(2)
  })

  it('are made once a day, and the newest seven are kept; other files stay', async () => {
    await begin()
    const other = 'kaunta-backup-another-shop-till-1-ffffffff-daily-2020-01-01.kaunta'
    writeFileSync(join(till.backupFolder, other), '')
    writeFileSync(join(till.backupFolder, 'letter.txt'), '')
    const byHand = basename(await made(till))
    till.backups.start()
    for (let day = 0; day < 9; day++) await passed(86_400_000)
    const daily = files().filter(name => name.includes('-daily-') && name !== other)
    expect(daily).toHaveLength(7)
    expect(files()).toEqual(expect.arrayContaining([other, 'letter.txt', byHand]))
  }, 30_000)

  it('are kept by their numbers: a clock a year ahead, and set back, deletes none that was just made', async () => {
    const year = 365 * 86_400_000
    await begin()
    till.backups.start()
    till.clock.setForward(year)
    for (let day = 0; day < 8; day++) await passed(86_400_000)
    till.clock.setBack(year)
    const ahead = files()
    expect(ahead).toHaveLength(7)
    const madeBefore = entries('backup-made').length
    for (let day = 1; day <= 3; day++) {
      await passed(86_400_000)
      const made = files().filter(name => !ahead.includes(name))
      // One of the day on which the clock was set back, and one of each day after it.
      expect(made, 'each day one more, and it stays').toHaveLength(1 + day)
      expect(entries('backup-made')).toHaveLength(madeBefore + 1 + day)
    }
    expect(files()).toHaveLength(7)
  }, 30_000)

  it('that fail are said, once in the audit log, tried again, and selling is not asked', async () => {
    await begin()
    till.backups.start()
    const away = `${till.backupFolder}-away`
    rmSync(till.backupFolder, { recursive: true })
    writeFileSync(away, '')
    await till.clock.pass(86_400_000)
    await expect
      .poll(() => till.backups.view(false).failing, { timeout: 20_000 })
      .toMatchObject({ why: 'gone' })
    await passed(30 * 60_000)
    expect(entries('backup-failed')).toHaveLength(1)
    mkdirSync(till.backupFolder)
    await till.clock.pass(10 * 60_000)
    await expect.poll(() => till.backups.view(false).failing, { timeout: 20_000 }).toBeNull()
    expect(files()).toHaveLength(1)
  })

  it.each([
    ['full', coded('ENOSPC')],
    ['read-only', new BackupFailed('backup-not-written', 'EROFS', { cause: coded('EROFS') })],
    ['silent', new WorkerFailed('worker-silent', '')],
    ['io', new WorkerFailed('EIO', '')],
    ['silent', asBackupFailed(new WorkerFailed('worker-silent', ''), 'backup-not-written')],
    ['full', asBackupFailed(new WorkerFailed('ENOSPC', ''), 'backup-not-written')],
    ['unreadable', new BackupFailed('backup-store-unreadable', 'till.db: damaged')],
    ['busy', new BackupFailed('backup-till-busy', '')],
    ['failed', coded('EWHATEVER')],
    ['failed', 'nothing that is an error'],
  ])('say %s by the code of what failed', (why, error) => {
    expect(troubleOf(error)).toBe(why)
  })

  it('end, and forget the passphrase', async () => {
    await begin()
    till.backups.endDaily()
    expect(till.settings.get().backup.folder).toBeNull()
    expect(till.store.document().backupPassphrase).toBeNull()
    expect(entries('backup-daily-ended')).toHaveLength(1)
    till.backups.start()
    await passed(3 * 86_400_000)
    expect(files()).toHaveLength(1)
  })

  it('tell a locked till’s window no folder', async () => {
    await begin()
    expect(till.backups.view(true).folder).toBeNull()
    expect(till.backups.view(false).folder).toBe(till.backupFolder)
  })
})

const sleep = () => new Promise<false>(resolve => setImmediate(() => resolve(false)))
