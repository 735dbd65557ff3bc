import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DocumentStore } from '../../../../electron/main/store/files/document-store'
import type { PackageKind } from '../../../../electron/main/updates/release'
import { Updater } from '../../../../electron/main/updates/updater'
import { Updates } from '../../../../electron/main/updates/updates'
import { listeningLog } from '../../../support/parts'
import { createVirtualClock } from '../../../support/payments/clock'
import { settingsIn } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'
import {
  newSigningKey,
  nodeExecutor,
  startUpdateServer,
  type UpdateServer,
} from '../../../support/updates/update-server'

const newFolder = temporaryFolders()
const content = randomBytes(50_000)
const packages = {
  'kaunta_0.2.0_amd64.deb': content,
  'kaunta-0.2.0-linux-x86_64.AppImage': content,
}
const [minute, hour] = [60_000, 3_600_000]

let server: UpdateServer
beforeEach(async () => {
  server = await startUpdateServer()
  server.publish('0.2.0', packages)
})
afterEach(() => server.stop())

/** A file of the data folder. */
function inMemory(): DocumentStore {
  let kept: object | null = null
  return {
    read: () => kept as ReturnType<DocumentStore['read']>,
    write(document) {
      kept = document
    },
  }
}

/** A till with its updates; `till` is what the test changes about it. */
function open({
  kind = 'deb' as PackageKind,
  isOn = true,
  folder = newFolder(),
  chosen = inMemory(),
} = {}) {
  /** The wire is real: what an alarm began is over, or waits for a server. */
  const quiet = async () => {
    const isWorking = () => ['checking', 'downloading'].includes(status().name)
    for (let waited = 0; waited < 1_000 && isWorking(); waited++) await sleep(2)
  }
  const clock = createVirtualClock(quiet)
  const settings = settingsIn(folder)
  const till = { isIdle: true, isVouched: true }
  const done: string[] = []
  const recorded: unknown[] = []
  const opened: Updater[] = []
  const updates = new Updates({
    settings,
    clock,
    folder,
    version: '0.1.0',
    chosen,
    log: listeningLog().log,
    auditLog: { recordIfPossible: (...entry) => recorded.push(entry) },
    isIdle: () => till.isIdle,
    isVouched: () => till.isVouched,
    computer: {
      kind,
      async open(options) {
        const executor = nodeExecutor()
        const updater = new Updater({ ...options, executor, release: () => undefined })
        updater.install = async () => void done.push('installed')
        opened.push(updater)
        return updater
      },
      quit: () => done.push('quit'),
    },
    showItemInFolder: file => done.push(file),
    restart: () => done.push('restart'),
    changed: () => undefined,
  })
  if (isOn) updates.save({ address: server.address, publicKey: server.publicKey })
  const status = () => updates.view(false).status
  const become = (name: string) => expect.poll(() => status().name).toBe(name)
  /** However long it runs, and where a person asks. */
  async function expectAskedNothing(code: string) {
    updates.start()
    await clock.pass(48 * hour)
    expect(await updates.check()).toMatchObject({ ok: false, code })
    expect(server.asked).toEqual([])
  }
  return {
    ...{ updates, till, clock, settings, done, recorded, opened, folder, chosen },
    ...{ status, become, expectAskedNothing },
  }
}

/** A till that has fetched a version. */
async function ready(kind: PackageKind = 'AppImage') {
  process.env.APPIMAGE = '/opt/kaunta.AppImage'
  const till = open({ kind })
  await till.updates.check()
  delete process.env.APPIMAGE
  await till.become('ready')
  return till
}

describe('a version that was chosen', () => {
  it('outlives a shutdown that let nothing be installed: it is found again, and goes in when the till closes', async () => {
    const first = await ready()
    expect(await first.updates.choose({ install: 'at-close' })).toMatchObject({ ok: true })
    // The power goes: neither `toInstall` nor `stop` is called.
    process.env.APPIMAGE = '/opt/kaunta.AppImage'
    const second = open({
      kind: 'AppImage',
      isOn: false,
      folder: first.folder,
      chosen: first.chosen,
    })
    second.updates.start()
    await second.clock.pass(2 * minute)
    await second.become('ready')
    delete process.env.APPIMAGE
    expect(second.status()).toMatchObject({ version: '0.2.0', chosen: true })
    await second.updates.toInstall()?.()
    expect(second.done).toEqual(['installed'])
  })

  it('and taken back is not', async () => {
    const first = await ready()
    await first.updates.choose({ install: 'at-close' })
    await first.updates.choose({ install: 'not' })
    const second = open({
      kind: 'AppImage',
      isOn: false,
      folder: first.folder,
      chosen: first.chosen,
    })
    second.updates.start()
    await second.clock.pass(2 * minute)
    expect(second.status()).toMatchObject({ name: 'unasked' })
  })
})

describe('without an address', () => {
  it('nothing is loaded and nothing is asked, however long the till runs', async () => {
    const { opened, status, expectAskedNothing } = open({ isOn: false })
    await expectAskedNothing('update-not-ready')
    expect(opened).toEqual([])
    expect(status()).toEqual({ name: 'off' })
  })

  const { publicKey } = newSigningKey()
  it.each([
    ['http://updates.example', publicKey, 'update-address-bad'],
    ['https://name:word@updates.example', publicKey, 'update-address-bad'],
    ['https://updates.example/?a', publicKey, 'update-address-bad'],
    ['ftp://updates.example', publicKey, 'update-address-bad'],
    ['https://updates.example', '', 'update-key-missing'],
  ])('%s with the key %j is not taken', (address, key, code) => {
    const { updates, settings } = open({ isOn: false })
    expect(updates.save({ address, publicKey: key })).toMatchObject({ ok: false, code })
    expect(settings.get().updates.address).toBe('')
  })
})

describe('with an address', () => {
  it('a quiet till asks by itself, fetches, and asks no more', async () => {
    const { updates, clock, become, status, done } = open()
    updates.start()
    await clock.pass(5 * minute)
    expect(server.asked).toEqual([])
    await clock.pass(10 * minute)
    await become('ready')
    expect(status()).toMatchObject({ version: '0.2.0', by: 'person', chosen: false })
    const asked = server.asked.length
    await clock.pass(72 * hour)
    expect(server.asked).toHaveLength(asked)
    expect(done).toEqual([])
  })

  it('asks once a day while there is nothing newer', async () => {
    server.publish('0.1.0', packages)
    const { updates, clock, become } = open()
    updates.start()
    await clock.pass(15 * minute)
    await become('current')
    await clock.pass(20 * hour)
    expect(server.asked).toHaveLength(2)
    await clock.pass(5 * hour)
    await expect.poll(() => server.asked).toHaveLength(4)
  })

  it('asks nothing while a payment is open, by itself or on a press', async () => {
    const { till, expectAskedNothing } = open()
    till.isIdle = false
    await expectAskedNothing('update-waits')
  })

  it('asks nothing while nothing vouches for the settings', async () => {
    const { till, expectAskedNothing } = open()
    till.isVouched = false
    await expectAskedNothing('update-not-ready')
  })

  it('a payment ends a download at once, and it begins again an hour later', async () => {
    const name = 'kaunta_0.2.0_amd64.deb'
    let ended = false
    server.files.set(name, response => {
      response.writeHead(200, { 'content-length': content.length })
      response.write(content.subarray(0, 100))
      response.on('close', () => {
        ended = true
      })
    })
    const { updates, clock, till, become } = open()
    updates.start()
    const checking = updates.check()
    await become('downloading')
    await expect.poll(() => server.asked).toContain(name)
    till.isIdle = false
    updates.paymentChanged()
    await checking
    await become('available')
    await expect.poll(() => ended).toBe(true)
    server.publish('0.2.0', packages)
    till.isIdle = true
    const asked = server.asked.length
    await clock.pass(50 * minute)
    expect(server.asked).toHaveLength(asked)
    await clock.pass(20 * minute)
    await become('ready')
  })

  it('a server that says nothing is given up after a minute', async () => {
    server.files.set('latest-linux.yml', () => undefined)
    const { updates, clock, status, recorded } = open()
    const checking = updates.check()
    await expect.poll(() => server.asked).toHaveLength(1)
    await clock.pass(61_000)
    await checking
    expect(status()).toMatchObject({ name: 'refused', why: 'unreachable' })
    // A shop without network is no news.
    expect(recorded).toEqual([])
  })

  it('says and records once why a list was refused', async () => {
    const { updates, status, recorded, clock } = open()
    updates.save({ address: server.address, publicKey: newSigningKey().publicKey })
    await updates.check()
    expect(status()).toEqual({ name: 'refused', why: 'signature', at: clock.wall() })
    expect(recorded).toEqual([['update-refused', null, { why: 'signature' }]])
  })

  it('another address or key forgets what was fetched', async () => {
    const { updates, status } = await ready()
    updates.save({ address: server.address, publicKey: newSigningKey().publicKey })
    expect(status()).toEqual({ name: 'unasked' })
    expect(updates.toInstall()).toBeNull()
  })

  it('tells a locked till’s window no address', () => {
    const { updates } = open()
    expect(updates.view(true)).toMatchObject({ address: '', publicKey: '' })
  })
})

describe('a version that was fetched', () => {
  it('is installed when the till closes, but only once a person chose it', async () => {
    const { updates, done, status } = await ready()
    expect(updates.toInstall()).toBeNull()
    expect(updates.choose({ install: 'at-close' }).ok).toBe(true)
    expect(status()).toMatchObject({ chosen: true })
    expect(done).toEqual([])
    await updates.toInstall()?.()
    expect(done).toEqual(['installed'])
    updates.choose({ install: 'not' })
    expect(updates.toInstall()).toBeNull()
  })

  it('closes the till when it is wanted now', async () => {
    const { updates, done } = await ready()
    updates.choose({ install: 'now' })
    expect(done).toEqual(['quit'])
  })

  it('is never installed while a payment is open', async () => {
    const { updates, till, done } = await ready()
    updates.choose({ install: 'at-close' })
    till.isIdle = false
    expect(updates.toInstall()).toBeNull()
    expect(updates.choose({ install: 'now' })).toMatchObject({ ok: false, code: 'update-waits' })
    expect(done).toEqual([])
  })

  it('starts the old version again where the installer does not start', async () => {
    const { updates, opened, done } = await ready()
    updates.choose({ install: 'at-close' })
    const [updater] = opened
    if (updater) updater.install = () => Promise.reject(new Error('no installer'))
    await updates.toInstall()?.()
    expect(done).toEqual(['restart'])
  })

  it('is a file for a person where root installs it', async () => {
    const { updates, status, done } = await ready('deb')
    expect(updates.choose({ install: 'now' })).toMatchObject({
      ok: false,
      code: 'update-not-ready',
    })
    expect(updates.toInstall()).toBeNull()
    updates.showInFolder()
    const at = status()
    expect(at.name === 'ready' && at.file).toBe(done[0])
    expect(done[0]).toMatch(/kaunta_0\.2\.0_amd64\.deb$/)
  })
})
