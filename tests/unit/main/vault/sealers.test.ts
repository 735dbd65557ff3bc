import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createKeychainSealer } from '../../../../electron/main/vault/keychain-sealer'
import { createPassphraseSealer } from '../../../../electron/main/vault/passphrase-sealer'
import { SealBroken, type Sealer } from '../../../../electron/main/vault/sealer'
import { fakeSafeStorage } from '../../../support/fake-safe-storage'

const keychainSealer = (): Sealer => {
  const sealer = createKeychainSealer(fakeSafeStorage())
  if (sealer === null) throw new Error('No keychain')
  return sealer
}
const passphraseSealer = () => createPassphraseSealer(randomBytes(32), randomBytes)

describe.each([
  ['keychain', keychainSealer],
  ['passphrase', passphraseSealer],
])('the %s sealer', (method, create) => {
  const plain = Buffer.from('PLANTED secret with a few blocks of text in it, \0 and \xff')

  it('says its method, and opens what it sealed', () => {
    const sealer = create()
    expect(sealer.method).toBe(method)
    expect(sealer.open('a', sealer.seal('a', plain))).toEqual(plain)
    expect(sealer.open('a', sealer.seal('a', Buffer.alloc(0)))).toEqual(Buffer.alloc(0))
    expect(sealer.seal('a', plain)).toMatch(/^[\x21-\x7e]+$/)
  })

  it('refuses a value sealed for another name, or by another key', () => {
    const sealer = create()
    expect(() => sealer.open('b', sealer.seal('a', plain))).toThrow(SealBroken)
    expect(() => sealer.open('a', create().seal('a', plain))).toThrow(SealBroken)
  })

  it('refuses every changed byte, and every cut', () => {
    const sealer = create()
    const sealed = Buffer.from(sealer.seal('a', plain), 'base64')
    for (let position = 0; position < sealed.length; position++) {
      const damaged = Buffer.from(sealed)
      damaged.writeUInt8(damaged.readUInt8(position) ^ 1, position)
      const cut = sealed.subarray(0, position)
      expect(() => sealer.open('a', damaged.toString('base64'))).toThrow(SealBroken)
      expect(() => sealer.open('a', cut.toString('base64'))).toThrow(SealBroken)
    }
  })
})

describe('the passphrase sealer', () => {
  it('seals the same value differently each time', () => {
    const sealer = passphraseSealer()
    expect(sealer.seal('a', Buffer.from('x'))).not.toBe(sealer.seal('a', Buffer.from('x')))
  })
})

describe('a keychain', () => {
  it.each([
    ['is not available', { available: false }],
    ['keeps its key in plain sight', { backend: 'basic_text' }],
    ['is not known yet', { backend: 'unknown' }],
  ])('that %s is none', (_name, state) => {
    expect(createKeychainSealer(Object.assign(fakeSafeStorage(), state))).toBeNull()
  })

  it('need not name its backend, which only Linux does', () => {
    const { getSelectedStorageBackend, ...elsewhere } = fakeSafeStorage()
    expect(getSelectedStorageBackend?.()).toBe('gnome_libsecret')
    expect(createKeychainSealer(elsewhere)?.backend).toBe('system')
  })

  it('that is locked later breaks the seal; the error says nothing of what was inside', () => {
    const storage = fakeSafeStorage()
    const sealer = createKeychainSealer(storage)
    storage.locked = true
    expect(() => sealer?.seal('a', Buffer.from('PLANTED'))).toThrow(
      expect.objectContaining({ name: 'SealBroken', message: 'The seal of a does not hold' }),
    )
  })
})
