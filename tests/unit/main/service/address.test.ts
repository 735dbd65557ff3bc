import { describe, expect, it } from 'vitest'
import { checkServiceAddress } from '../../../../electron/main/service'
import { expectEach } from '../../../support/expect-each'

const good = (origin: string, basePath = '') => ({ ok: true, origin, basePath })

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
    ['https-only', 'http://pay.example', 'http://192.168.1.10', 'http://0.0.0.0'],
    ['https-only', 'http://128.0.0.1', 'http://[::2]', 'http://[::ffff:10.0.0.1]'],
    ['https-only', 'http://127.0.0.1.evil.example', 'http://127.evil.example'],
    ['https-only', 'http://localhost.evil.example', 'ftp://localhost'],
    ['https-only', 'javascript:alert(1)', 'file:///etc/passwd'],
    ['has-credentials', 'https://user@pay.example', 'https://:secret@pay.example'],
    ['has-query', 'https://pay.example?key=1', 'https://pay.example/?', 'https://pay.example/#top'],
    ['not-a-url', 'pay.example', '', 'https://', 'https:pay.example', 'https:/pay.example'],
    ['not-a-url', 'https:///pay.example', 'https:\\\\pay.example', 'http:127.0.0.1'],
    ['not-a-url', 'https://pay.exa\tmple', 'https://pay.example/a b', 'https://pay\u202e.example'],
  ])('refuses (%s) %j', (reason, ...texts) => {
    expectEach(texts, checkServiceAddress, { ok: false, reason })
  })
})
