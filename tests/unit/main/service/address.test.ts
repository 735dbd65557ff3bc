import { describe, expect, it } from 'vitest'
import { checkServiceAddress } from '../../../../electron/main/service'

const good = (origin: string, basePath = '') => ({ ok: true, origin, basePath })
const bad = (reason: string) => ({ ok: false, reason })

describe('the service address (§4 base_url, §5.2 HTTPS only)', () => {
  it.each([
    ['https://pay.example', good('https://pay.example')],
    ['  https://pay.example/  ', good('https://pay.example')],
    ['https://pay.example:8443/gateway//', good('https://pay.example:8443', '/gateway')],
    ['https://pay.example/a/../b', good('https://pay.example', '/b')],
    ['HTTPS://PAY.example:443', good('https://pay.example')],
    ['http://127.0.0.1:8080', good('http://127.0.0.1:8080')],
    ['http://127.200.3.4', good('http://127.200.3.4')],
    ['http://127.1:8080', good('http://127.0.0.1:8080')],
    ['http://localhost:3000/x', good('http://localhost:3000', '/x')],
    ['http://[::1]:3000', good('http://[::1]:3000')],
  ])('takes %s', (text, answer) => expect(checkServiceAddress(text)).toEqual(answer))

  it.each([
    ['http://pay.example', bad('https-only')],
    ['http://192.168.1.10', bad('https-only')],
    ['http://0.0.0.0', bad('https-only')],
    ['http://128.0.0.1', bad('https-only')],
    ['http://127.0.0.1.evil.example', bad('https-only')],
    ['http://127.evil.example', bad('https-only')],
    ['http://localhost.evil.example', bad('https-only')],
    ['http://[::2]', bad('https-only')],
    ['http://[::ffff:10.0.0.1]', bad('https-only')],
    ['ftp://localhost', bad('https-only')],
    ['javascript:alert(1)', bad('https-only')],
    ['file:///etc/passwd', bad('https-only')],
    ['https://user@pay.example', bad('has-credentials')],
    ['https://:secret@pay.example', bad('has-credentials')],
    ['https://pay.example?key=1', bad('has-query')],
    ['https://pay.example/?', bad('has-query')],
    ['https://pay.example/#top', bad('has-query')],
    ['pay.example', bad('not-a-url')],
    ['', bad('not-a-url')],
    ['https://', bad('not-a-url')],
    ['https://pay.exa\tmple', bad('not-a-url')],
    ['https:\\\\pay.example', bad('not-a-url')],
    ['https:pay.example', bad('not-a-url')],
    ['https:/pay.example', bad('not-a-url')],
    ['https:///pay.example', bad('not-a-url')],
    ['http:127.0.0.1', bad('not-a-url')],
    ['https://pay.example/a b', bad('not-a-url')],
    ['https://pay\u202e.example', bad('not-a-url')],
  ])('refuses %j', (text, answer) => expect(checkServiceAddress(text)).toEqual(answer))
})
