import { gzipSync } from 'node:zlib'

/** What can happen to a body's bytes on their way; `at` is a place in them, in [0, 1). */
export const bodyDamages = {
  cut: (bytes, at) => bytes.subarray(0, place(bytes, at)),
  'flip a bit': (bytes, at) => replaced(bytes, at, byte => byte ^ (1 << (place(bytes, at) % 8))),
  'put a NUL': (bytes, at) => inserted(bytes, at, [0]),
  'put a byte that no UTF-8 has': (bytes, at) => inserted(bytes, at, [0xff]),
  'put an overlong slash': (bytes, at) => inserted(bytes, at, [0xc0, 0xaf]),
  'put a surrogate in UTF-8': (bytes, at) => inserted(bytes, at, [0xed, 0xa0, 0x80]),
  'put a byte order mark': (bytes, at) => inserted(bytes, at, [0xef, 0xbb, 0xbf]),
  'begin with a byte order mark': bytes => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
  'begin with a guard against script': bytes => Buffer.concat([Buffer.from(")]}',\n"), bytes]),
  'begin with white space': bytes => Buffer.concat([Buffer.from('\r\n\t '), bytes]),
  'end with a line': bytes => Buffer.concat([bytes, Buffer.from('\n')]),
  'end with more': bytes => Buffer.concat([bytes, Buffer.from('{}')]),
  'say it twice': bytes => Buffer.concat([bytes, bytes]),
  'say it as a call': bytes => Buffer.concat([Buffer.from('f('), bytes, Buffer.from(')')]),
  'write UTF-16': bytes => Buffer.from(bytes.toString(), 'utf16le'),
  'write Latin-1': bytes => Buffer.from(`${bytes.toString()}é`, 'latin1'),
  compress: bytes => gzipSync(bytes),
  empty: () => Buffer.alloc(0),
} satisfies Record<string, (bytes: Buffer, at: number) => Buffer>

export type BodyDamage = keyof typeof bodyDamages

/** Damages a body. What it does to the answer's meaning is the oracle's to find out, from the bytes. */
export function damaged(bytes: Buffer, damage: BodyDamage, at: number): Buffer {
  const work: (bytes: Buffer, at: number) => Buffer = bodyDamages[damage]
  return work(bytes, at)
}

function place(bytes: Buffer, at: number): number {
  return Math.floor(at * bytes.length)
}

function inserted(bytes: Buffer, at: number, more: readonly number[]): Buffer {
  const where = place(bytes, at)
  return Buffer.concat([bytes.subarray(0, where), Buffer.from(more), bytes.subarray(where)])
}

function replaced(bytes: Buffer, at: number, change: (byte: number) => number): Buffer {
  const copy = Buffer.from(bytes)
  const where = place(bytes, at)
  copy[where] = change(copy[where] ?? 0)
  return copy
}
