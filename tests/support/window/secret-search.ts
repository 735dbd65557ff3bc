import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { constants, inflateRawSync, inflateSync } from 'node:zlib'

/** A form in which a secret can lie about, and where it was found. */
export interface Find {
  where: string
  form: string
}

/** Every form in which these bytes would give the secret away, and whether capitals count in it. */
function formsOf(secret: string): [form: string, bytes: Buffer, exact: boolean][] {
  const utf16 = Buffer.from(secret, 'utf16le')
  return [
    // It may have been put in lower case on the way.
    ['utf8', Buffer.from(secret), false],
    ['utf16le', utf16, false],
    ['utf16be', Buffer.from(utf16).swap16(), false],
    ['hex', Buffer.from(Buffer.from(secret).toString('hex')), false],
    // As an index on the ends of numbers would hold it, and as an address does.
    ['reversed', Buffer.from([...secret].reverse().join('')), false],
    ...addressForms(secret),
    ...[0, 1, 2].flatMap(offset => base64Forms(secret, offset)),
  ]
}

/** Most keys look the same in an address. */
function addressForms(secret: string): [string, Buffer, boolean][] {
  const encoded = encodeURIComponent(secret)
  return encoded === secret ? [] : [['for addresses', Buffer.from(encoded), false]]
}

/** Inside a longer text base64 looks different, depending on what precedes it: in three forms. */
function base64Forms(secret: string, offset: number): [string, Buffer, boolean][] {
  const shifted = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)])
  // Characters at the ends also carry bits of the neighbours.
  const first = Math.ceil((offset * 8) / 6)
  const last = Math.floor((shifted.length * 8) / 6)
  const plain = shifted.toString('base64').slice(first, last)
  const forUrls = shifted.toString('base64url').slice(first, last)
  return [
    [`base64+${offset}`, Buffer.from(plain), true],
    [`base64url+${offset}`, Buffer.from(forUrls), true],
  ]
}

/** In which forms the secret is in these bytes. */
export function findSecret(bytes: Buffer, secret: string): string[] {
  const lower = lowerCase(bytes)
  return formsOf(secret)
    .filter(([, form, exact]) => (exact ? bytes.includes(form) : lower.includes(lowerCase(form))))
    .map(([name]) => name)
}

/** The beginnings of what was compressed with zlib: the second byte says how hard it tried. */
const zlibStarts = [0x01, 0x5e, 0x9c, 0xda].map(level => Buffer.from([0x78, level]))
const gzipStart = Buffer.from([0x1f, 0x8b, 0x08])
const gzipHeader = 10

/** What lies compressed in these bytes, as far as it can be told where it begins. */
function inflated(bytes: Buffer): Buffer[] {
  const zlib = zlibStarts.flatMap(start => placesOf(bytes, start))
  const gzip = placesOf(bytes, gzipStart)
  return [
    ...zlib.flatMap(at => attempt(() => inflateSync(bytes.subarray(at), partly))),
    ...gzip.flatMap(at => attempt(() => inflateRawSync(bytes.subarray(at + gzipHeader), partly))),
  ]
}

/** What follows the compressed part, or cuts it off, is no reason to leave it out. */
const partly = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 50_000_000 }

function placesOf(bytes: Buffer, start: Buffer): number[] {
  const places: number[] = []
  for (let at = bytes.indexOf(start); at !== -1; at = bytes.indexOf(start, at + 1)) places.push(at)
  return places
}

function attempt(inflate: () => Buffer): Buffer[] {
  try {
    return [inflate()]
  } catch {
    return [] // two bytes that look like a beginning are in most pictures
  }
}

/** ASCII letters only: the other bytes stay what they are. */
function lowerCase(bytes: Buffer): Buffer {
  const isCapital = (byte: number) => byte >= 0x41 && byte <= 0x5a
  return Buffer.from(bytes.map(byte => (isCapital(byte) ? byte + 0x20 : byte)))
}

/** Searches every file of a folder, however deep, names of files included. */
export async function searchFolder(folder: string, secret: string): Promise<Find[]> {
  const finds: Find[] = []
  for (const file of await filesIn(folder)) {
    const where = path.relative(folder, file)
    const bytes = Buffer.concat([Buffer.from(where), await readFile(file)])
    finds.push(...findSecret(bytes, secret).map(form => ({ where, form })))
    for (const plain of inflated(bytes))
      finds.push(...findSecret(plain, secret).map(form => ({ where, form: `inflated ${form}` })))
  }
  return finds
}

/** The files of a folder, however deep; sockets and links are not content. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => path.join(entry.parentPath, entry.name))
}
