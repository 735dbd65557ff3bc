import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** A form in which a secret can lie about, and where it was found. */
export interface Find {
  where: string
  form: string
}

/** Every form in which these bytes would give the secret away, and whether capitals count in it. */
function formsOf(secret: string): [form: string, bytes: Buffer, exact: boolean][] {
  const utf16 = Buffer.from(secret, 'utf16le')
  return [
    // Somebody may have put it in lower case on the way.
    ['utf8', Buffer.from(secret), false],
    ['utf16le', utf16, false],
    ['utf16be', Buffer.from(utf16).swap16(), false],
    ['hex', Buffer.from(Buffer.from(secret).toString('hex')), false],
    ...[0, 1, 2].flatMap(offset => base64Forms(secret, offset)),
  ]
}

/** Inside a longer text base64 looks different, depending on what stands before: three ways in all. */
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
  }
  return finds
}

/** The files of a folder, however deep; sockets and links are nobody's content. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => path.join(entry.parentPath, entry.name))
}
