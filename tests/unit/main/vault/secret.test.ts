import { inspect } from 'node:util'
import { serialize } from 'node:v8'
import { describe, expect, it } from 'vitest'
import { createSecret } from '../../../../electron/main/vault/secret'

const TEXT = 'sk-PLANTED-0123456789'
const secret = createSecret(TEXT)

describe('a secret', () => {
  it('is revealed on request only', () => {
    expect(secret.reveal()).toBe(TEXT)
  })

  it.each<[string, () => string]>([
    ['String', () => String(secret)],
    ['a template', () => `key: ${secret}`],
    ['concatenation', () => `key: ${secret as unknown as string}`],
    ['JSON', () => JSON.stringify({ deep: [{ secret }] })],
    ['inspect', () => inspect({ deep: [{ secret }] }, { depth: null })],
    ['inspect, showing all', () => inspect(secret, { showHidden: true, customInspect: false })],
    ['an error', () => inspect(new Error(`no: ${secret}`, { cause: { secret } }))],
    ['its entries', () => inspect(Object.entries(secret))],
    ['its own properties', () => Object.getOwnPropertyNames(secret).join()],
  ])('is not shown by %s', (_name, show) => {
    expect(show()).not.toContain('PLANTED')
  })

  it('prints as redacted', () => {
    expect(`${secret} ${JSON.stringify(secret)} ${inspect(secret)}`).toBe(
      '[redacted] "[redacted]" [redacted]',
    )
  })

  it('is not cloned to another process or thread', () => {
    expect(() => structuredClone(secret)).toThrow()
    expect(() => serialize({ secret })).toThrow()
  })

  it('cannot be changed', () => {
    expect(() => Object.assign(secret, { toString: () => TEXT })).toThrow()
  })

  it.each([
    ['123456789012', '9012'],
    ['12345678901', '••••'],
    ['', '••••'],
  ])('of %j ends in %s', (text, ending) => {
    expect(createSecret(text).lastFour()).toBe(ending)
  })
})
