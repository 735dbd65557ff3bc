import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
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
  server.publish('0.2.0', { [deb]: content })
  server.publish('0.2.0', { [deb]: content })
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

/** A till's updater that has found the newer version and fetched it. */
async function fetched() {
  const updater = open()
  expect(await updater.check(never())).toBe('0.2.0')
  return { updater, file: await updater.download(() => undefined, never()) }
}

function packages(): string[] {
  const pending = join(folder, 'packages', 'pending')
  return existsSync(pending) ? readdirSync(pending) : []
}

/** What says its pieces without an end. */
const endless = (piece: () => Buffer | string) => (response: ServerResponse) => {
  const timer = setInterval(() => response.write(piece()), 1)
  response.on('close', () => clearInterval(timer))
}

describe('a newer version with the publisher’s signature', () => {
  it('is found, fetched and verified', async () => {
    const { file } = await fetched()
    expect(server.asked).toEqual(['latest-linux.yml', 'latest-linux.yml.sig', deb])
    expect(readFileSync(file)).toEqual(content)
  })

  it('learns nothing of this till', async () => {
    await fetched()
    const sent = new Set(Object.keys(server.headers()))
    expect(sent).toEqual(new Set(['accept', 'cache-control', 'connection', 'host', 'user-agent']))
    expect(server.headers()['user-agent']).toBe('electron-builder')
    expect(existsSync(join(folder, '.updaterId'))).toBe(false)
  })

  it('is fetched once: the next start takes what is there', async () => {
    await fetched()
    await fetched()
    expect(server.asked.filter(name => name === deb)).toHaveLength(1)
  })

  it('is not installed when it was changed after it was fetched', async () => {
    const { updater, file } = await fetched()
    writeFileSync(file, randomBytes(100_000))
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
  const list = () => String(server.files.get('latest-linux.yml'))

  it('a list that is signed with another key', async () => {
    await refusedAtCheck('signature', { publicKey: newSigningKey().publicKey })
  })

  it('a list that was changed after it was signed', async () => {
    server.files.set('latest-linux.yml', Buffer.from(list().replace('0.2.0', '0.3.0')))
    await refusedAtCheck('signature')
  })

  it.each([
    ['', 'unreachable'],
    ['no base64 at all', 'signature'],
    ['AAAA', 'signature'],
  ])('a list with the signature %j', async (signature, why) => {
    server.files.set('latest-linux.yml.sig', Buffer.from(signature))
    await refusedAtCheck(why)
  })

  it('a list without a signature', async () => {
    server.files.delete('latest-linux.yml.sig')
    await refusedAtCheck('unreachable')
  })

  it('an older version', async () => {
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
      server.publishList(list().replace(deb, url))
      await refusedAtCheck('unreadable')
    },
  )

  it('a version without a package for this computer', async () => {
    server.publish('0.2.0', { 'kaunta-0.2.0.x86_64.rpm': content })
    await refusedAtCheck('no-package')
  })

  it('a list without an end', async () => {
    server.files.set(
      'latest-linux.yml',
      endless(() => '#'.repeat(10_000)),
    )
    await refusedAtCheck('unreachable')
  })

  it.each<[string, Parameters<typeof server.files.set>[1]]>([
    ['another package than the list names', randomBytes(content.length)],
    ['a package that is cut', content.subarray(0, 50_000)],
    ['a package without an end', endless(() => randomBytes(50_000))],
  ])('%s', async (_what, served) => {
    server.files.set(deb, served)
    const updater = open()
    await updater.check(never())
    const downloading = updater.download(() => undefined, never())
    await expect(downloading).rejects.toMatchObject({ why: 'download' })
    expect(packages()).toEqual([])
  })
})
