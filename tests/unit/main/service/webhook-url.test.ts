import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkWebhookAddress, webhookUrlFor } from '../../../../electron/main/service'

const origin = { till: 'till-1', sale: 'sale-2' }

describe('a webhook address (§4.3)', () => {
  it.each([
    'https://shop.example',
    'https://shop.example:8443/pay/hook?token=a%20b&x',
    'https://kaunta.invalid/practice',
    'https://10.0.0.5/hook',
    'https://localhost.example/hook',
    'https://127.0.0.1.example/hook',
    'https://[2001:db8::1]/hook',
  ])('can be %s', address => {
    expect(checkWebhookAddress(address)).toMatchObject({ ok: true })
  })

  it.each([
    ['http://shop.example/hook', 'https-only'],
    ['ftp://shop.example/hook', 'https-only'],
    ['shop.example/hook', 'not-a-url'],
    ['https:shop.example', 'not-a-url'],
    ['https://shop.example/a b', 'not-a-url'],
    ['', 'not-a-url'],
    ['https://me:secret@shop.example/', 'has-credentials'],
  ])('cannot be %j (%s)', (address, reason) => {
    expect(checkWebhookAddress(address)).toEqual({ ok: false, reason })
  })

  // Proves 4.3 `webhook_url`
  it.each([
    ['by name', 'http://localhost:3000', 'https://localhost', 'https://LOCALHOST.'],
    ['by a name below it', 'https://till.localhost', 'https://localhost.localdomain'],
    ['by 127.0.0.0/8', 'https://127.0.0.1', 'https://127.1', 'https://127.200.3.4'],
    ['by a number', 'https://0x7f000001', 'https://2130706433'],
    ['by 0.0.0.0', 'https://0', 'https://0.0.0.0:9000', 'https://[::]', 'https://[::ffff:0.0.0.0]'],
    ['by IPv6', 'https://[::1]', 'https://[0:0:0:0:0:0:0:1]'],
    ['by IPv4 in IPv6', 'https://[::ffff:127.0.0.1]', 'https://[::127.0.0.1]'],
  ])('is never this computer: %s', (_how, ...origins) => {
    const refused = { ok: false, reason: 'this-computer' }
    for (const origin of origins)
      expect(checkWebhookAddress(`${origin}/hook`), origin).toEqual(refused)
  })

  it('is never any address of 127.0.0.0/8, in either IPv6 form of it', () => {
    const byte = fc.nat(255)
    fc.assert(
      fc.property(byte, byte, byte, (...bytes) => {
        const ip = `127.${bytes.join('.')}`
        for (const host of [ip, `[::ffff:${ip}]`, `[::${ip}]`])
          expect(checkWebhookAddress(`https://${host}/`)).toMatchObject({ reason: 'this-computer' })
      }),
    )
  })
})

describe('the webhook URL of a sale', () => {
  it.each([
    ['', '/?till=till-1&sale=sale-2'],
    ['/hook', '/hook?till=till-1&sale=sale-2'],
    ['/hook?', '/hook?till=till-1&sale=sale-2'],
    [
      '/hook?token=a%20b+c&flag&empty=&u=%C3%A9',
      '/hook?token=a%20b+c&flag&empty=&u=%C3%A9&till=till-1&sale=sale-2',
    ],
    ['/hook?a=1&a=2#part', '/hook?a=1&a=2&till=till-1&sale=sale-2'],
    ['/hook?till=front&sal%65=old&tills=3', '/hook?tills=3&till=till-1&sale=sale-2'],
  ])('of https://shop.example%s ends in %s', (path, ending) => {
    const shop = 'https://shop.example'
    expect(webhookUrlFor(`${shop}${path}`, origin)).toBe(`${shop}${ending}`)
  })

  it('keeps every parameter of the owner, and names till and sale once', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,8}$/), fc.string())), pairs => {
        const query = new URLSearchParams(
          pairs.map(([name, value]): [string, string] => [name, value]),
        )
        const { searchParams } = new URL(webhookUrlFor(`https://shop.example/?${query}`, origin))
        const others = pairs.filter(([name]) => name !== 'till' && name !== 'sale')
        expect([...searchParams]).toEqual([...others, ['till', 'till-1'], ['sale', 'sale-2']])
      }),
    )
  })

  it('is not made of an address that cannot be one', () => {
    for (const address of ['', 'http://shop.example', 'https://localhost/'])
      expect(() => webhookUrlFor(address, origin)).toThrow('was not checked')
  })
})
