import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { PracticeService } from '../../../electron/practice'
import { createMobile, mobileBody, paths, post, startService } from '../../support/practice/service'

/** Sends a request with this `Host`, as a browser does for a name that leads to this computer. */
function statusFor(service: PracticeService, host: string, path = '/checkout/x'): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.address)
    const sent = request({ hostname, port, path, headers: { host } }, answer => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end()
  })
}

describe('a name that a web site pointed at this computer (DNS rebinding)', () => {
  it.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost.evil'])(
    'is not answered: %j',
    async host => {
      const service = await startService({ control: true })
      expect(await statusFor(service, host)).toBe(421)
      expect(await statusFor(service, host, '/control/payments')).toBe(421)
      expect(service.control.requests()).toEqual([])
    },
  )

  it.each(['127.0.0.1', 'localhost', 'localhost:4010'])('is not %s', async host => {
    expect(await statusFor(await startService(), host)).toBe(404)
  })
})

describe('the log of requests', () => {
  it('keeps no headers and no body of a caller without keys', async () => {
    const service = await startService()
    const headers = { 'x-api-secret': 'another-secret', 'x-note': 'n'.repeat(1_000) }
    await post(service, paths.mobileCreate, mobileBody(), headers)
    await post(service, `/checkout/${'x'.repeat(2_000)}`, 'decision=pay')
    const [refused, unknown] = service.control.requests()
    expect(refused).toMatchObject({ path: paths.mobileCreate, status: 401, headers: {}, body: '' })
    expect(unknown).toMatchObject({ status: 404, headers: {}, body: '' })
    expect(unknown?.path).toHaveLength(512)
  })

  it('keeps those of a caller with keys, and never more than 8 MiB', async () => {
    const service = await startService()
    const note = 'n'.repeat(60_000)
    for (let number = 0; number < 160; number += 1)
      await createMobile(service, `key-${number}`, { note })
    const kept = service.control.requests()
    const bytes = kept.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0)
    expect(bytes).toBeLessThanOrEqual(8 * 1024 * 1024)
    expect(bytes).toBeGreaterThan(7 * 1024 * 1024)
    expect(kept.at(-1)?.headers['x-idempotency-key']).toBe('key-159')
  })
})
