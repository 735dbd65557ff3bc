import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutMargins } from '../../../../../electron/main/outputs/printing/bitmap'
import { paperCommands } from '../../../../../electron/main/outputs/printing/escpos/commands'
import { readAnswers } from '../../../../../electron/main/outputs/printing/escpos/network-printer'
import { readPrinterAddress } from '../../../../../shared/settings/printer-address'

/** A drawing from packed bytes, 8 dots a byte. */
function drawing(bytes: number[], bytesInRow: number) {
  const dots = Uint8Array.from(
    bytes.flatMap(byte => [...byte.toString(2).padStart(8, '0')].map(Number)),
  )
  return { width: bytesInRow * 8, height: bytes.length / bytesInRow, dots }
}

/** The packed rows within the commands of a drawing of fewer than 256 rows. */
function rowsOf(commands: Uint8Array): number[] {
  const at = Buffer.from(commands).indexOf(Buffer.of(0x1d, 0x76, 0x30, 0x00))
  const view = Buffer.from(commands).subarray(at)
  const length = view.readUInt16LE(4) * view.readUInt16LE(6)
  return [...view.subarray(8, 8 + length)]
}

describe('the commands of a paper', () => {
  it('hold no command that printers obey within a picture, and lose no dot', () => {
    const dangerous = fc.constantFrom(0x10, 0x04, 0x05, 0x14, 0x01, 0xff)
    fc.assert(
      fc.property(fc.array(dangerous, { minLength: 3, maxLength: 90 }), made => {
        const bytes = [0xff, ...made, 0xff, 0xff].slice(0, Math.floor((made.length + 3) / 3) * 3)
        bytes[bytes.length - 1] = 0xff
        const rows = rowsOf(paperCommands(drawing(bytes, 3)))
        // The encoder fills up with white rows.
        for (const [index, byte] of bytes.entries()) expect((rows[index] ?? 0) & byte).toBe(byte)
        for (const [index, row] of rows.entries())
          if (row === 0x10) expect([0x04, 0x05, 0x14]).not.toContain(rows[index + 1])
      }),
    )
  })

  it('leave out the white rows above and below', () => {
    const tall = drawing([0, 0, 0, 0x18, 0, 0x81, 0, 0], 1)
    expect(withoutMargins(tall)).toEqual(drawing([0x18, 0, 0x81], 1))
  })

  it('of an empty drawing are one row', () => {
    expect(withoutMargins(drawing([0, 0, 0], 1))).toMatchObject({ height: 1 })
  })
})

describe('what a device answers', () => {
  it.each([
    ['nothing', [], { trouble: null, statuses: 0, progress: 0, foreign: false }],
    ['ready', [0x12, 0x12, 0x00], { trouble: null, statuses: 1, progress: 1, foreign: false }],
    ['paper is nearly out', [0x12, 0x1e, 0x03], { trouble: null, foreign: false }],
    ['paper out', [0x32, 0x72], { trouble: 'printer-paper-out' }],
    ['cover open', [0x16, 0x72], { trouble: 'printer-cover-open' }],
    ['a fault', [0x52, 0x12], { trouble: 'printer-failed' }],
    ['the last status counts', [0x32, 0x72, 0x12, 0x12], { trouble: null, statuses: 2 }],
    ['a status by itself first', [0x10, 0, 0, 0x0f, 0x12, 0x12, 0], { statuses: 1, progress: 1 }],
    ['flow control', [0x13, 0x11, 0x12, 0x12], { statuses: 1, foreign: false }],
    ['text', [...Buffer.from('HTTP/1.1 400')], { foreign: true }],
    ['a TLS alert', [0x15, 3, 3, 0, 2, 2, 50], { foreign: true }],
  ] as const)('is understood: %s', (_name, bytes, answers) => {
    expect(readAnswers(Uint8Array.from(bytes))).toMatchObject(answers)
  })
})

describe('a printer’s address', () => {
  it.each([
    ['192.168.1.50', { host: '192.168.1.50', port: 9100 }],
    ['till-printer.local:9101', { host: 'till-printer.local', port: 9101 }],
    ['[fe80::1]:9100', { host: 'fe80::1', port: 9100 }],
    ['', null],
    ['http://192.168.1.50', null],
    ['192.168.1.50:0', null],
    ['192.168.1.50:99999', null],
    ['two words', null],
  ])('%s', (typed, read) => expect(readPrinterAddress(typed)).toEqual(read))
})
