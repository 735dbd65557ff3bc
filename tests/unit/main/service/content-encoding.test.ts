import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { largestResponse } from '../../../../electron/main/service/exchange'
import { decodeBody } from '../../../../electron/main/service/interpret'
import { envelope, mobileCreated } from '../../../support/service/answers'
import { createAt } from '../../../support/service/till-end'

const plain = Buffer.from(JSON.stringify(envelope(mobileCreated)))
const decoded = (bytes: Buffer, encoding?: string | string[]) =>
  decodeBody(bytes, encoding === undefined ? {} : { 'content-encoding': encoding })

describe('a body that came compressed', () => {
  it.each<[string, string | string[], Buffer]>([
    ['gzip', 'gzip', gzipSync(plain)],
    ['gzip in capitals', ' GZIP ', gzipSync(plain)],
    ['gzip by its old name', 'x-gzip', gzipSync(plain)],
    ['deflate', 'deflate', deflateSync(plain)],
    ['deflate without a header', 'deflate', deflateRawSync(plain)],
    ['brotli', 'br', brotliCompressSync(plain)],
    ['one after the other', 'deflate, gzip', gzipSync(deflateSync(plain))],
    ['one after the other, in two headers', ['br', 'gzip'], gzipSync(brotliCompressSync(plain))],
  ])('is read: %s', (_, encoding, bytes) => expect(decoded(bytes, encoding)).toEqual(plain))

  it.each([undefined, '', 'identity', 'Identity, ', 'UTF-8', 'none', 'constructor'])(
    'is read as it is with %j',
    encoding => {
      expect(decoded(plain, encoding)).toEqual(plain)
    },
  )

  it.each<[string, string, Buffer]>([
    ['is cut off', 'gzip', gzipSync(plain).subarray(0, 40)],
    ['is another', 'br', gzipSync(plain)],
    ['is none', 'gzip', plain],
    ['has one encoding of two', 'gzip, br', gzipSync(plain)],
  ])('is not read where it %s', (_, encoding, bytes) => {
    expect(decoded(bytes, encoding)).toBeNull()
  })

  it('is not read beyond the size that an answer may have', () => {
    const largest = Buffer.alloc(largestResponse, ' ')
    const larger = Buffer.alloc(largestResponse + 1, ' ')
    for (const [encoding, encode] of [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
    ] as const) {
      expect(decoded(encode(largest), encoding)).toEqual(largest)
      expect(decoded(encode(larger), encoding)).toBeNull()
    }
  })

  it('is read although the till asked for identity', async () => {
    const { endpoint, answer } = await createAt(response => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(gzipSync(plain))
    })
    const { reference } = mobileCreated
    expect(answer).toMatchObject({ class: 'ok', value: { reference } })
    expect(endpoint.seen[0]?.headers['accept-encoding']).toBe('identity')
  })
})
