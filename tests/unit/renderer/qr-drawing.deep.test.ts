import readQrCode from 'jsqr'
import { describe, expect, it } from 'vitest'
import { fitQrCode, type QrFit } from '../../../renderer/ui/qr-drawing'

/** The longest checkout address that the till takes (service/accepted.ts). */
const longest = 2_048
/** What a customer's window of 1024 × 640 has for the code, CSS px: 46 % of its width. */
const space = 471

const start = 'https://checkout.example/pay/'

/** An address of so many characters, as a token that nothing shortens. */
function addressOf(length: number): string {
  let token = start
  for (let n = 1; token.length < length; n += 1) token += (n * 2_654_435_761).toString(36)
  return token.slice(0, length)
}

const module = 3

/** As a window draws it at its smallest: black on white, three pixels a module. */
function pictureOf({ path, size }: QrFit): Uint8ClampedArray {
  const pixels = module * size
  const data = new Uint8ClampedArray(pixels * pixels * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < module; row += 1)
      for (let column = 0; column < module; column += 1) {
        const at = (Number(y) * module + row) * pixels + Number(x) * module + column
        data.fill(0, at * 4, at * 4 + 3)
      }
  return data
}

/** The first and the last length of each size, and one between. Sizes grow with the length. */
function judgedLengths(): number[] {
  const firsts = [start.length, ...changesBetween(start.length, longest)]
  return firsts.flatMap((first, place) => {
    const last = (firsts[place + 1] ?? longest + 1) - 1
    return [...new Set([first, Math.floor((first + last) / 2), last])]
  })
}

/** The lengths from which on the size is another one, by halves. */
function changesBetween(short: number, long: number): number[] {
  if (fitted(short).size === fitted(long).size) return []
  if (long - short === 1) return [long]
  const middle = Math.floor((short + long) / 2)
  return [...changesBetween(short, middle), ...changesBetween(middle, long)]
}

function fitted(length: number): QrFit {
  const code = fitQrCode(addressOf(length), space, 1)
  if (!code) throw new Error(`${length} characters do not fit`)
  return code
}

describe('the code of a checkout address', () => {
  it('of every size, at its first and last length and between, is read off a screen with a pixel for a pixel', () => {
    const unread = []
    const lengths = judgedLengths()
    expect(lengths.length).toBeGreaterThan(90)
    for (const length of lengths) {
      const code = fitted(length)
      const pixels = module * code.size
      const read = readQrCode(pictureOf(code), pixels, pixels, {
        inversionAttempts: 'dontInvert',
      })?.data
      if (read !== addressOf(length)) unread.push(length)
    }
    expect(unread).toEqual([])
  })

  it.each([1, 1.25, 1.5, 2, 3])('has whole pixels, three or more a module, at %d', ratio => {
    for (const length of [40, 300, 900, 1_200, longest])
      for (const room of [150, 288, 400, 471]) {
        const code = fitQrCode(addressOf(length), room, ratio)
        if (!code) continue
        const drawn = (code.side * ratio) / code.size
        expect(drawn).toBeGreaterThanOrEqual(3)
        expect(Math.abs(drawn - Math.round(drawn))).toBeLessThan(1e-9)
        expect(code.side).toBeLessThanOrEqual(room)
      }
  })

  it('is none where a module would be smaller', () => {
    expect(fitQrCode(addressOf(longest), 400, 1)).toBeNull()
    expect(fitQrCode(addressOf(longest), 400, 2)).not.toBeNull()
  })
})
