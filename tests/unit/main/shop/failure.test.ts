import { readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  addressOfLogin,
  connectionOptions,
  readShopAddress,
  type ShopAddress,
  textOfAddress,
} from '../../../../electron/main/shop/address'
import { connectShop } from '../../../../electron/main/shop/connection'
import { type ShopFailure, shopFailure } from '../../../../electron/main/shop/failure'
import { makeCertificate } from '../../../support/service/certificate'
import { postgresForTests } from '../../../support/shop/postgres-for-tests'
import { newShopDatabase, type TestShop, type TestTill } from '../../../support/shop/shop-database'

const authority = await makeCertificate([], { name: 'Shop authority' })
const certificate = await makeCertificate(['127.0.0.1'], { name: 'Shop server', issuer: authority })
const stranger = await makeCertificate([], { name: 'Another authority' })
const elsewhere = await makeCertificate(['192.0.2.1'], {
  name: 'Another server',
  issuer: authority,
})

const withTls = postgresForTests({ certificate: certificate.cert, key: certificate.key })
const withOtherName = postgresForTests({ certificate: elsewhere.cert, key: elsewhere.key })
const withoutTls = postgresForTests()

let shop: TestShop
let till: TestTill
beforeAll(async () => {
  shop = await newShopDatabase(withTls(), [authority.cert])
  till = await shop.addTill('Counter 1')
})

/** What the till is told when it connects so and asks who it is. */
async function told(
  change: Partial<ShopAddress>,
  authorities: readonly string[] = [authority.cert],
): Promise<ShopFailure | 'works'> {
  try {
    const address = { ...shop.address, ...till, ...change }
    const connection = await connectShop(connectionOptions(address, authorities))
    try {
      await connection.query('SELECT * FROM kaunta.hello()')
      return 'works'
    } finally {
      await connection.close()
    }
  } catch (error) {
    return shopFailure(error)
  }
}

describe('a connection', () => {
  it('works over verified TLS', async () => {
    expect(await told({})).toBe('works')
  })

  it('works where the channel has to be bound, and sends no password to a server that does not bind it', async () => {
    expect(await told({ bindsChannel: true })).toBe('works')
    const { port } = withoutTls()
    const asked = [
      { port, bindsChannel: true },
      { port, password: 'another', bindsChannel: true },
    ] as const
    // On this computer without TLS: it would have said what it thinks of the password.
    for (const change of asked) expect(await told(change, [])).toBe('not-bound')
    const text = 'postgres://till:word@shop.example:5432/duka?channel_binding=require'
    const read = readShopAddress(text)
    expect(read.ok && textOfAddress(read.address)).toBe(text)
  })

  it.each<[ShopFailure, Parameters<typeof told>[0]]>([
    ['wrong-password', { password: 'another' }],
    ['wrong-password', { role: 'nobody_there' }],
    ['no-database', { database: 'nowhere' }],
    ['no-schema', { database: 'postgres' }],
    ['unreachable', { port: 1 }],
    ['unreachable', { host: 'nowhere.invalid' }],
  ])('says %s for %o', async (failure, change) => {
    expect(await told(change)).toBe(failure)
  })

  it.each<[ShopFailure, string, () => Parameters<typeof told>]>([
    ['certificate-not-trusted', 'a certificate of another authority', () => [{}, [stranger.cert]]],
    [
      'certificate-of-another',
      'a certificate for another host',
      () => [{ port: withOtherName().port }],
    ],
    ['no-tls', 'a server without TLS, where it is wanted', () => [{ port: withoutTls().port }]],
  ])('says %s for %s', async (failure, _what, of) => {
    expect(await told(...of())).toBe(failure)
  })

  /** What the till is told in the end where these computers may connect; the administrator of the tests still may. */
  async function toldUnder(rules: string, wanted: ShopFailure, ...asked: Parameters<typeof told>) {
    const pgHba = String((await shop.ask("SELECT current_setting('hba_file') AS file"))[0]?.file)
    const before = readFileSync(pgHba)
    onTestFinished(async () => {
      writeFileSync(pgHba, before)
      await shop.ask('SELECT pg_reload_conf()')
    })
    writeFileSync(pgHba, `host all shop_administrator 127.0.0.1/32 scram-sha-256\n${rules}`)
    await shop.ask('SELECT pg_reload_conf()')
    await vi.waitUntil(async () => (await told(...asked)) === wanted, 5_000)
  }

  it('says login-ended to a login that was ended, and not-let-in to a computer that the server refuses', async () => {
    const ended = await shop.addTill('Ended')
    await shop.ask(`ALTER ROLE ${ended.role} NOLOGIN`)
    expect(await told(ended)).toBe('login-ended')
    await toldUnder('', 'not-let-in', {})
  })

  it('says tls-required where the server wants TLS within this computer, too', async () => {
    const rules = 'hostssl all all 127.0.0.1/32 scram-sha-256\n'
    await toldUnder(rules, 'tls-required', {}, [])
    expect(await told({})).toBe('works')
  })

  it('says no-right to a role that is no member', async () => {
    await shop.ask("CREATE ROLE no_member LOGIN PASSWORD 'no-member' IN ROLE kaunta_member")
    expect(await told({ role: 'no_member', password: 'no-member' })).toBe('no-right')
  })
})

describe('an address', () => {
  it('is read with its parts decoded', () => {
    const read = readShopAddress(' postgres://till:p%40ss@[2001:db8::1]:5433/shop ')
    const place = { host: '2001:db8::1', port: 5433, database: 'shop' }
    expect(read).toEqual({ ok: true, address: { ...place, role: 'till', password: 'p@ss' } })
    expect(readShopAddress('postgresql://till:word@shop.example/duka')).toMatchObject({
      address: { host: 'shop.example', port: 5432 },
    })
  })

  it.each([
    ['', 'not-an-address'],
    ['https://till:word@shop.example/duka', 'not-an-address'],
    ['postgres:///duka', 'not-an-address'],
    ['postgres://shop.example/duka', 'no-role'],
    ['postgres://till@shop.example/duka', 'no-password'],
    ['postgres://till:word@shop.example', 'no-database'],
    ['postgres://till:word@shop.example/duka?sslmode=disable', 'weak-tls'],
    ['postgres://till:word@shop.example/duka?sslmode=prefer', 'weak-tls'],
    ['postgres://till:word@shop.example/duka?sslmode=allow&channel_binding=require', 'weak-tls'],
    ['postgres://till:word@shop.example/duka?sslmode=often', 'has-options'],
    ['postgres://till:word@shop.example/duka?sslmode=require&host=elsewhere', 'has-options'],
    ['postgres://till:word@shop.example/duka#sslmode=require', 'has-options'],
  ])('%s is refused: %s', (text, fault) => {
    expect(readShopAddress(text)).toEqual({ ok: false, fault })
  })

  it.each([
    'postgres://till:word@shop.example/duka?sslmode=require',
    'postgresql://till:word@shop.example:5432/duka?sslmode=verify-full&channel_binding=require',
    'postgres://till.project:word@pooler.example:6543/duka?sslmode=require',
  ])('is taken as a provider prints it, and verified: %s', text => {
    const read = readShopAddress(text)
    if (!read.ok) throw new Error(read.fault)
    expect(connectionOptions(read.address, []).ssl).toMatchObject({ rejectUnauthorized: true })
    expect(connectionOptions(read.address, []).enableChannelBinding).toBe(true)
  })

  it('may ask for no TLS on this computer, where there is none', () => {
    expect(readShopAddress('postgres://a:b@127.0.0.1/c?sslmode=disable')).toMatchObject({
      ok: true,
    })
  })

  it('of a new login has the project of a pooler where the administrator’s has one', () => {
    const admin = { host: 'h', port: 1, database: 'd', role: 'postgres.abc', password: 'p' }
    const login = { role: 'kaunta_till_1', password: 'word' }
    expect(addressOfLogin(admin, login, 'postgres')).toMatchObject({
      role: 'kaunta_till_1.abc',
      password: 'word',
    })
    // A role may have a dot in its own name.
    expect(addressOfLogin(admin, login, 'postgres.abc').role).toBe('kaunta_till_1')
  })

  it('goes without TLS only on this computer, and sets what PG variables could', () => {
    const address = { port: 5432, database: 'duka', role: 'till', password: 'word' }
    const sslFor = (host: string) => connectionOptions({ ...address, host }, []).ssl
    for (const host of ['localhost', '127.0.0.1', '127.8.8.8', '::1'])
      expect(sslFor(host)).toBe(false)
    for (const host of ['shop.example', '10.0.0.2', '127.0.0.1.example'])
      expect(sslFor(host)).toMatchObject({ rejectUnauthorized: true })
  })
})
