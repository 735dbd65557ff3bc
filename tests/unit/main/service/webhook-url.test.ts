import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callbackMac, checkWebhookAddress, webhookUrlFor } from '../../../../electron/main/service'
import { isCallbackMac } from '../../../../electron/main/service/callback-mac'

const origin = { till: 'till-1', payment: 'payment-2', mac: null }

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

it('carries the MAC of a till of the shop in its query, where its key is known', () => {
  const mac = callbackMac(Buffer.from('key'), 'payment-2')
  const url = webhookUrlFor('https://shop.example/hook?token=x&mac=typed', { ...origin, mac })
  expect(url).toBe(`https://shop.example/hook?token=x&till=till-1&payment=payment-2&mac=${mac}`)
  expect(mac).toMatch(/^[0-9a-f]{32}$/)
  for (const [key, payment, said, is] of [
    ['key', 'payment-2', mac, true],
    ['key', 'payment-3', mac, false],
    ['another', 'payment-2', mac, false],
    ['key', 'payment-2', '', false],
    ['key', 'payment-2', `${mac}0`, false],
  ] as const)
    expect(isCallbackMac(Buffer.from(key), payment, said)).toBe(is)
})

describe('the webhook URL of a payment', () => {
  it.each([
    ['', '/?till=till-1&payment=payment-2'],
    ['/hook', '/hook?till=till-1&payment=payment-2'],
    ['/hook?', '/hook?till=till-1&payment=payment-2'],
    [
      '/hook?token=a%20b+c&flag&empty=&u=%C3%A9',
      '/hook?token=a%20b+c&flag&empty=&u=%C3%A9&till=till-1&payment=payment-2',
    ],
    ['/hook?a=1&a=2#part', '/hook?a=1&a=2&till=till-1&payment=payment-2'],
    ['/hook?till=front&%70ayment=old&tills=3', '/hook?tills=3&till=till-1&payment=payment-2'],
  ])('of https://shop.example%s ends in %s', (path, ending) => {
    const shop = 'https://shop.example'
    expect(webhookUrlFor(`${shop}${path}`, origin)).toBe(`${shop}${ending}`)
  })

  it('keeps every parameter of the owner, and names till and payment once', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,8}$/), fc.string())), pairs => {
        const query = new URLSearchParams(
          pairs.map(([name, value]): [string, string] => [name, value]),
        )
        const { searchParams } = new URL(webhookUrlFor(`https://shop.example/?${query}`, origin))
        const others = pairs.filter(([name]) => name !== 'till' && name !== 'payment')
        expect([...searchParams]).toEqual([...others, ['till', 'till-1'], ['payment', 'payment-2']])
      }),
    )
  })

  it('is not made of an address that cannot be one', () => {
    for (const address of ['', 'http://shop.example', 'https://localhost/'])
      expect(() => webhookUrlFor(address, origin)).toThrow('was not checked')
  })
})
