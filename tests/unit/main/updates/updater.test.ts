import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PackageKind } from '../../../../electron/main/updates/release'
import { Updater } from '../../../../electron/main/updates/updater'
import { temporaryFolders } from '../../../support/temporary-folder'
import {
  newSigningKey,
  nodeExecutor,
  startUpdateServer,
  type UpdateServer,
} from '../../../support/updates/update-server'

const newFolder = temporaryFolders()
const never = () => new AbortController().signal
const deb = 'kaunta_0.2.0_amd64.deb'
const content = randomBytes(100_000)

let server: UpdateServer
let folder: string
beforeEach(async () => {
  server = await startUpdateServer()
  folder = newFolder()
})
afterEach(() => server.stop())

const open = ({
  publicKey = server.publicKey,
  version = '0.1.0',
  kind = 'deb' as PackageKind,
} = {}) =>
  new Updater({
    address: server.address,
    publicKey,
    version,
    kind,
    folder,
    release: () => undefined,
    executor: nodeExecutor(),
  })

const packages = () =>
  existsSync(join(folder, 'packages', 'pending'))
    ? readdirSync(join(folder, 'packages', 'pending'))
    : []

describe('a newer version with the publisher’s signature', () => {
  it('is found, fetched and verified', async () => {
    server.publish('0.2.0', { [deb]: content })
    const updater = open()
    expect(await updater.check(never())).toBe('0.2.0')
    expect(server.asked).toEqual(['latest-linux.yml', 'latest-linux.yml.sig'])
    const file = await updater.download(() => undefined, never())
    expect(readFileSync(file)).toEqual(content)
    expect(await updater.isIntact()).toBe(true)
  })

  it('learns nothing of this till', async () => {
    server.publish('0.2.0', { [deb]: content })
    const updater = open()
    await updater.check(never())
    await updater.download(() => undefined, never())
    const sent = new Set(Object.keys(server.headers()))
    expect(sent).toEqual(new Set(['accept', 'cache-control', 'connection', 'host', 'user-agent']))
    expect(server.headers()['user-agent']).toBe('electron-builder')
    expect(existsSync(join(folder, '.updaterId'))).toBe(false)
  })

  it('is fetched once: the next start takes what is there', async () => {
    server.publish('0.2.0', { [deb]: content })
    const first = open()
    await first.check(never())
    await first.download(() => undefined, never())
    const second = open()
    await second.check(never())
    await second.download(() => undefined, never())
    expect(server.asked.filter(name => name === deb)).toHaveLength(1)
  })

  it('is noticed when it is changed after it was fetched, and is then not installed', async () => {
    server.publish('0.2.0', { [deb]: content })
    const updater = open()
    await updater.check(never())
    const file = await updater.download(() => undefined, never())
    writeFileSync(file, randomBytes(100_000))
    expect(await updater.isIntact()).toBe(false)
    await expect(updater.install()).rejects.toMatchObject({ why: 'download' })
  })

  it('is none where it is the version that runs', async () => {
    server.publish('0.1.0', { [deb]: content })
    expect(await open().check(never())).toBeNull()
  })
})

describe('what is refused, and leaves no package', () => {
  const refusedAtCheck = async (why: string, how: Parameters<typeof open>[0] = {}) => {
    const updater = open(how)
    await expect(updater.check(never())).rejects.toMatchObject({ why })
    expect(packages()).toEqual([])
    expect(server.asked).not.toContain(deb)
  }
  const list = (name: string) => `${String(server.files.get(name))}`

  it('a list that is signed with another key', async () => {
    server.publish('0.2.0', { [deb]: content })
    await refusedAtCheck('signature', { publicKey: newSigningKey().publicKey })
  })

  it('a list that was changed after it was signed', async () => {
    server.publish('0.2.0', { [deb]: content })
    const changed = list('latest-linux.yml').replace('0.2.0', '0.3.0')
    server.files.set('latest-linux.yml', Buffer.from(changed))
    await refusedAtCheck('signature')
  })

  it.each(['', 'no base64 at all', 'AAAA'])('a list with the signature %j', async signature => {
    server.publish('0.2.0', { [deb]: content })
    server.files.set('latest-linux.yml.sig', Buffer.from(signature))
    await refusedAtCheck(signature === '' ? 'unreachable' : 'signature')
  })

  it('a list without a signature', async () => {
    server.publish('0.2.0', { [deb]: content })
    server.files.delete('latest-linux.yml.sig')
    await refusedAtCheck('unreachable')
  })

  it('an older version', async () => {
    server.publish('0.2.0', { [deb]: content })
    await refusedAtCheck('older', { version: '0.10.0' })
  })

  it.each([
    ['no YAML', 'version: [0.2.0'],
    ['no version', 'files: []'],
    ['no number', 'version: newest\nfiles: []'],
    ['no package', 'version: 0.2.0\nfiles: []'],
    ['a package without a hash', `version: 0.2.0\nfiles:\n  - url: ${deb}\n    size: 5`],
    ['nothing but a text', 'hello'],
  ])('a signed list with %s', async (_what, text) => {
    server.publishList(text)
    await refusedAtCheck('unreadable')
  })

  it.each(['https://other.example/kaunta.deb', '../kaunta.deb', '/kaunta.deb', 'a b.deb'])(
    'a signed list that names %s',
    async url => {
      server.publish('0.2.0', { [deb]: content })
      server.publishList(list('latest-linux.yml').replace(deb, url))
      await refusedAtCheck('unreadable')
    },
  )

  it('a version without a package for this computer', async () => {
    server.publish('0.2.0', { 'kaunta-0.2.0.x86_64.rpm': content })
    await refusedAtCheck('no-package')
  })

  it('a list without an end', async () => {
    server.publish('0.2.0', { [deb]: content })
    server.files.set('latest-linux.yml', response => {
      const timer = setInterval(() => response.write('#'.repeat(10_000)), 1)
      response.on('close', () => clearInterval(timer))
    })
    await refusedAtCheck('unreachable')
  })

  const refusedAtDownload = async () => {
    const updater = open()
    await updater.check(never())
    await expect(updater.download(() => undefined, never())).rejects.toMatchObject({
      why: 'download',
    })
    expect(packages()).toEqual([])
    expect(await updater.isIntact()).toBe(false)
  }

  it('another package than the list names', async () => {
    server.publish('0.2.0', { [deb]: content })
    server.files.set(deb, randomBytes(content.length))
    await refusedAtDownload()
  })

  it('a package that is cut', async () => {
    server.publish('0.2.0', { [deb]: content })
    server.files.set(deb, content.subarray(0, 50_000))
    await refusedAtDownload()
  })

  it('a package without an end', async () => {
    server.publish('0.2.0', { [deb]: content })
    server.files.set(deb, response => {
      const timer = setInterval(() => response.write(randomBytes(50_000)), 1)
      response.on('close', () => clearInterval(timer))
    })
    await refusedAtDownload()
  })
})
