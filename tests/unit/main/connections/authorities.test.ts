import { randomInt, X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  addAuthority,
  readAuthorities,
  shopAuthorities,
  usableAuthorities,
  viewAuthorities,
} from '../../../../electron/main/connections/authorities'
import type { AuthorityView } from '../../../../shared/authority'
import { defaultSettings } from '../../../../shared/settings'
import { makeCertificate } from '../../../support/service/certificate'
import { settingsOn, storeIn } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()
const authority = await makeCertificate([], { name: 'Kijani Root CA', to: Date.UTC(2030, 5, 1) })
const second = await makeCertificate([], { name: 'Kijani Issuing CA' })
const earlier = await makeCertificate([], { name: 'Earlier CA' })
const server = await makeCertificate(['pay.example'], { issuer: authority, name: 'pay.example' })
const bare = new X509Certificate(authority.cert)

describe('a file of authorities', () => {
  it('is shown by name, last day and fingerprint', () => {
    const validTo = Date.UTC(2030, 5, 1)
    const view = { subject: 'Kijani Root CA', validTo, fingerprint: bare.fingerprint256 }
    const read = readAuthorities(Buffer.from(authority.cert))
    expect(read).toMatchObject({ value: { views: [view] } })
    expect(bare.fingerprint256).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
  })

  it.each([
    ['several, with words between them', `Root:\n${authority.cert}\n---\n${second.cert}`, 2],
    ['lines as Windows ends them', authority.cert.replaceAll('\n', '\r\n'), 1],
    ['one as DER', bare.raw, 1],
    ['a provider’s bundle, with one for each region', authority.cert.repeat(110), 110],
  ])('may hold %s', (_what, content, count) => {
    const read = readAuthorities(Buffer.from(content))
    const authorities = read.ok ? read.value.authorities : []
    expect(authorities).toHaveLength(count)
    expect(usableAuthorities(authorities)).toEqual(authorities)
  })

  it.each([
    ['is empty', '', 'none'],
    ['is something else', 'GIF89a', 'none'],
    ['is damaged', authority.cert.replace('MII', 'AAA').replace(/\n(.{9})/, '\nAAAAAAAAA'), 'none'],
    [
      'has one bad one among good ones',
      `${authority.cert}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`,
      'none',
    ],
    ['holds a private key', `${authority.cert}${authority.key}`, 'private-key'],
    ['is nothing but one', authority.key.replace('PRIVATE', 'EC PRIVATE'), 'private-key'],
    ['holds a server’s own certificate', server.cert, 'not-one'],
    ['holds more than anybody means', authority.cert.repeat(201), 'none'],
  ])('that %s is refused', (_what, content, why) => {
    const code = `authority-${why}`
    expect(readAuthorities(Buffer.from(content))).toMatchObject({ ok: false, code })
  })

  it('in settings that a hand has changed is used as far as it can be read', () => {
    const mixed = ['junk', authority.cert]
    expect(usableAuthorities(mixed)).toEqual([authority.cert])
    expect(viewAuthorities(mixed)).toHaveLength(1)
  })
})

/** A till that trusts an earlier authority for real payments, where the dialog gives this file. */
function open(file: string | null, tell: () => void = () => undefined) {
  const folder = newFolder()
  const store = storeIn(folder)
  const settings = settingsOn(folder, store)
  settings.update(all => ({
    ...all,
    production: { ...all.production, authorities: [earlier.cert] },
  }))
  const recorded: AuthorityView[] = []
  const deps = {
    store,
    chooseCertificateFile: async () => file,
    stillAdmitted: () => null,
    added(view: AuthorityView) {
      tell()
      recorded.push(view)
      return store.entry('authority-added', null)
    },
  }
  return {
    add: (kind: 'sandbox' | 'production') => addAuthority(kind, deps),
    trusted: (kind: 'sandbox' | 'production') => settings.get()[kind].authorities,
    recorded,
  }
}

function fileWith(content: string | Buffer): string {
  const file = join(newFolder(), 'chosen.pem')
  writeFileSync(file, content)
  return file
}

describe('adding authorities', () => {
  it('keeps what is in the file, for that connection alone', async () => {
    const { trusted, add } = open(fileWith(authority.cert))
    expect(await add('sandbox')).toEqual({ ok: true, value: { added: true } })
    expect(trusted('sandbox')).toEqual([bare.toString()])
    expect(trusted('production')).toEqual([earlier.cert])
  })

  it.each([
    ['nothing was chosen', () => null, { ok: true, value: { added: false } }],
    ['it is gone', () => '/nowhere/at-all.pem', { code: 'authority-unreadable' }],
    ['it is a folder', () => newFolder(), { code: 'authority-unreadable' }],
    [
      'it is too large',
      () => fileWith(Buffer.alloc(512 * 1024 + 1)),
      { code: 'authority-too-large' },
    ],
    ['a private key is in it', () => fileWith(authority.key), { code: 'authority-private-key' }],
  ])('changes nothing where %s', async (_what, file, answered) => {
    const { trusted, add, recorded } = open(file())
    expect(await add('production')).toMatchObject(answered)
    expect(trusted('production')).toEqual([earlier.cert])
    expect(recorded).toEqual([])
  })

  it('trusts no authority that the audit log does not name', async () => {
    const { trusted, add } = open(fileWith(authority.cert), () => {
      throw new Error('the audit log is full')
    })
    await expect(add('sandbox')).rejects.toThrow('full')
    expect(trusted('sandbox')).toEqual([])
  })
})

describe('the authorities of a shop database', () => {
  const of = (authorities: string[]) => ({ ...defaultSettings.sandbox, authorities })
  const settings = {
    sandbox: of([authority.cert]),
    production: of([second.cert, 'no certificate']),
  }

  it.each([
    ['sandbox', [authority.cert]],
    ['production', [second.cert]],
    ['practice', [authority.cert, second.cert]],
  ] as const)('in %s', (kind, trusted) => {
    expect(shopAuthorities(settings, kind)).toEqual(trusted)
  })
})

describe('a damaged certificate file', () => {
  const seed = randomInt(2 ** 31)
  /** Small enough that names, keys, signatures and the marks of both certificates are struck. */
  const block = 16
  const content = Buffer.from(authority.cert + second.cert)
  const whole = [authority, second].map(({ cert }) => new X509Certificate(cert))

  /** The file cut at the edge of each block, and with a bit of each turned over, which one the seed says. */
  const damages = Array.from({ length: Math.ceil(content.length / block) }, (_, index) => {
    const edge = index * block
    const place = Math.min(content.length - 1, edge + ((seed + index * 7_919) % block))
    const bit = (seed + index) % 8
    const flipped = Buffer.from(content)
    flipped.writeUInt8(flipped.readUInt8(place) ^ (1 << bit), place)
    return [
      { name: `cut at ${edge}`, bytes: content.subarray(0, edge) },
      { name: `bit ${bit} of byte ${place}`, bytes: flipped },
    ]
  }).flat()

  /** Nothing in the file vouches for the names in it: where one is another, the screen shows another. */
  const hasAnotherName = (one: X509Certificate) =>
    !whole.some(({ subject, issuer }) => subject === one.subject && issuer === one.issuer)

  it.each(damages)('$name, is refused, or nothing is wrong but a name', async ({ bytes }) => {
    const { trusted, add, recorded } = open(fileWith(bytes))
    const answered = await add('production')
    if (!answered.ok) {
      expect(answered.code).toMatch(/^authority-(none|not-one)$/)
      expect(trusted('production')).toEqual([earlier.cert])
      expect(recorded).toEqual([])
      return
    }
    const added = trusted('production').map(text => new X509Certificate(text))
    expect(recorded.map(({ fingerprint }) => fingerprint)).toEqual(
      added.map(({ fingerprint256 }) => fingerprint256),
    )
    const known = new Set(whole.map(({ fingerprint256 }) => fingerprint256))
    for (const one of added)
      expect(known.has(one.fingerprint256) || hasAnotherName(one), `seed ${seed}`).toBe(true)
    // All of them, but where the file ends before anything of the second certificate can be told.
    const rest = bytes.length - authority.cert.length
    expect(added.length === 2 || (rest >= 0 && rest < block), `seed ${seed}`).toBe(true)
  })
})
