import { X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  addAuthority,
  readAuthorities,
  usableAuthorities,
  viewAuthorities,
} from '../../../../electron/main/connections/authorities'
import { makeCertificate } from '../../../support/service/certificate'
import { settingsOn, storeIn } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const authority = makeCertificate([], { name: 'Kijani Root CA', to: Date.UTC(2030, 5, 1) })
const second = makeCertificate([], { name: 'Kijani Issuing CA' })
const server = makeCertificate(['pay.example'], { issuer: authority, name: 'pay.example' })
const bare = new X509Certificate(authority.cert)

describe('a file of authorities', () => {
  it('is shown by name, last day and fingerprint', () => {
    const read = readAuthorities(Buffer.from(authority.cert))
    expect(read).toMatchObject({
      value: {
        views: [
          {
            subject: 'Kijani Root CA',
            validTo: Date.UTC(2030, 5, 1),
            fingerprint: bare.fingerprint256,
          },
        ],
      },
    })
    expect(bare.fingerprint256).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
  })

  it.each([
    ['several, with words between them', `Root:\n${authority.cert}\n---\n${second.cert}`, 2],
    ['lines as Windows ends them', authority.cert.replaceAll('\n', '\r\n'), 1],
    ['one as DER', bare.raw, 1],
  ])('may hold %s', (_what, content, count) => {
    const read = readAuthorities(Buffer.from(content))
    const authorities = read.ok ? read.value.authorities : []
    expect(authorities).toHaveLength(count)
    expect(usableAuthorities(authorities)).toEqual(authorities)
  })

  it.each([
    ['is empty', '', 'authority-none'],
    ['is something else', 'GIF89a', 'authority-none'],
    ['is cut off', authority.cert.slice(0, 300), 'authority-none'],
    [
      'is damaged',
      authority.cert.replace('MII', 'AAA').replace(/\n(.{9})/, '\nAAAAAAAAA'),
      'authority-none',
    ],
    [
      'has one bad one among good ones',
      `${authority.cert}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`,
      'authority-none',
    ],
    ['holds a private key', `${authority.cert}${authority.key}`, 'authority-private-key'],
    [
      'holds nothing but a private key',
      authority.key.replace('PRIVATE', 'EC PRIVATE'),
      'authority-private-key',
    ],
    ['holds a server’s own certificate', server.cert, 'authority-not-one'],
    ['holds more than anybody means', authority.cert.repeat(21), 'authority-none'],
  ])('that %s is refused', (_what, content, code) => {
    expect(readAuthorities(Buffer.from(content))).toMatchObject({ ok: false, code })
  })

  it('in settings that a hand has changed is used as far as it can be read', () => {
    const mixed = ['junk', authority.cert]
    expect(usableAuthorities(mixed)).toEqual([authority.cert])
    expect(viewAuthorities(mixed)).toHaveLength(1)
  })
})

describe('adding authorities', () => {
  const open = (file: string | null, tell: () => void = () => undefined) => {
    const folder = newFolder()
    const store = storeIn(folder)
    const settings = settingsOn(folder, store)
    const deps = {
      store,
      chooseCertificateFile: async () => file,
      stillAdmitted: () => null,
      added: () => {
        tell()
        return store.entry('authority-added', null)
      },
    }
    return { settings, add: (kind: 'sandbox' | 'production') => addAuthority(kind, deps) }
  }
  const fileWith = (content: string | Buffer) => {
    const file = join(newFolder(), 'chosen.pem')
    writeFileSync(file, content)
    return file
  }

  it('keeps what is in the file, for that connection alone', async () => {
    const { settings, add } = open(fileWith(authority.cert))
    expect(await add('sandbox')).toEqual({ ok: true, value: { added: true } })
    expect(settings.get().sandbox.authorities).toEqual([bare.toString()])
    expect(settings.get().production.authorities).toEqual([])
  })

  it.each([
    ['nothing was chosen', () => null, { ok: true, value: { added: false } }],
    ['it is gone', () => '/nowhere/at-all.pem', { ok: false, code: 'authority-unreadable' }],
    ['it is a folder', () => newFolder(), { ok: false, code: 'authority-unreadable' }],
    [
      'it is too large',
      () => fileWith(Buffer.alloc(256 * 1024 + 1)),
      { ok: false, code: 'authority-too-large' },
    ],
    [
      'a private key is in it',
      () => fileWith(authority.key),
      { ok: false, code: 'authority-private-key' },
    ],
  ])('changes nothing where %s', async (_what, file, answered) => {
    const { settings, add } = open(file())
    settings.update(all => ({
      ...all,
      production: { ...all.production, authorities: [second.cert] },
    }))
    expect(await add('production')).toMatchObject(answered)
    expect(settings.get().production.authorities).toEqual([second.cert])
  })

  it('trusts no authority that the audit log does not name', async () => {
    const { settings, add } = open(fileWith(authority.cert), () => {
      throw new Error('the audit log is full')
    })
    await expect(add('sandbox')).rejects.toThrow('full')
    expect(settings.get().sandbox.authorities).toEqual([])
  })
})
