import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newRecoveryCode, readRecoveryCode } from '../../../../electron/main/store/recovery-code'

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

describe('a recovery code as typed', () => {
  it('is read in any of the ways in which a person writes it down', () => {
    const code = newRecoveryCode(() => Buffer.from('00112233445566778899aabbccddeeff', 'hex'))
    for (const typed of [code, code.toLowerCase(), code.replaceAll('-', ' ')])
      expect(readRecoveryCode(typed)).toBe(code)
    expect(readRecoveryCode(code.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(code)
  })

  it('is none with one letter wrong, or with two neighbours exchanged', () => {
    for (let round = 0; round < 20; round++) {
      const code = newRecoveryCode(randomBytes)
      const read = [...code].flatMap((letter, place) => {
        if (letter === '-') return []
        const other = letters.charAt((letters.indexOf(letter) + 1 + (place % 31)) % 32)
        return [readRecoveryCode(code.slice(0, place) + other + code.slice(place + 1))]
      })
      // 12 bits check it: one wrong code in 4,096 passes.
      expect(read.filter(each => each !== null).length, code).toBeLessThanOrEqual(2)
    }
    const code = newRecoveryCode(() => Buffer.from('00112233445566778899aabbccddeeff', 'hex'))
    const [first = '', second = ''] = [code.charAt(2), code.charAt(3)]
    expect(first).not.toBe(second)
    expect(readRecoveryCode(code.slice(0, 2) + second + first + code.slice(4))).toBeNull()
  })
})
