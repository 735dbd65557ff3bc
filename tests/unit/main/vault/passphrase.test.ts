import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  createLock,
  DEFAULT_EFFORT,
  isLongEnough,
  lockSchema,
  openLock,
} from '../../../../electron/main/vault/passphrase-lock'
import { EFFORT, PASSPHRASE } from '../../../support/vaults'

const newLock = () => createLock(PASSPHRASE, { random: randomBytes, effort: EFFORT })

describe('a passphrase', () => {
  it.each([
    ['1234567', false],
    ['12345678', true],
    ['😀😀😀😀', false], // eight UTF-16 units, four characters
    ['', false],
  ])('%j is long enough: %s', (text, long) => {
    expect(isLongEnough(text)).toBe(long)
  })
})

describe('a lock', () => {
  it('opens with its passphrase only, and gives the same sealer again', async () => {
    const { lock, sealer } = await newLock()
    const again = await openLock(lock, PASSPHRASE, randomBytes)
    expect(again?.open('a', sealer.seal('a', Buffer.from('x')))).toEqual(Buffer.from('x'))
    expect(await openLock(lock, `${PASSPHRASE} `, randomBytes)).toBeNull()
    expect(await openLock(lock, '', randomBytes)).toBeNull()
  })

  it('takes a passphrase however its accents are composed', async () => {
    const { lock } = await createLock('caf\u00e9 matata', { random: randomBytes, effort: EFFORT })
    expect(await openLock(lock, 'cafe\u0301 matata', randomBytes)).not.toBeNull()
  })

  it('has its own salt', async () => {
    const [one, other] = [await newLock(), await newLock()]
    expect(one.lock.salt).not.toBe(other.lock.salt)
    expect(Buffer.from(one.lock.salt, 'base64')).toHaveLength(32)
  })

  it('keeps its effort with it, so that the default can be raised', async () => {
    const { lock } = await createLock(PASSPHRASE, { random: randomBytes, effort: DEFAULT_EFFORT })
    expect(lock.effort).toEqual({ cost: 2 ** 17, blockSize: 8, parallelization: 1 })
    expect(await openLock(lock, PASSPHRASE, randomBytes)).not.toBeNull()
  }, 20_000)

  it('that is damaged is told from a wrong passphrase', async () => {
    const { lock } = await newLock()
    expect(lockSchema.safeParse(lock).success).toBe(true)
    const salt = randomBytes(32).toString('base64')
    const effort = { ...lock.effort, cost: 2_048 }
    for (const damage of [{ salt }, { effort }, { verifier: 'AAAA' }, { checksum: 'AAAA' }]) {
      expect(lockSchema.safeParse({ ...lock, ...damage }).success).toBe(false)
    }
  })

  it('cannot ask for all memory', async () => {
    const { lock } = await newLock()
    for (const cost of [2 ** 30, 1_000, 3_000, 0]) {
      const effort = { ...lock.effort, cost }
      const parsed = lockSchema.safeParse({ ...lock, effort })
      expect(parsed.error?.issues[0]?.path).toContain('effort')
    }
  })

  it('does not stop the program while it is tried', async () => {
    const effort = { ...EFFORT, cost: 16_384 }
    const { lock } = await createLock(PASSPHRASE, { random: randomBytes, effort })
    let turns = 0
    const timer = setInterval(() => turns++, 0)
    await openLock(lock, PASSPHRASE, randomBytes)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(0)
  })
})
