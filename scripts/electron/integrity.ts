import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Problem } from '../problem'

/** Refuses a file that is not byte for byte the pinned one (`sha512-<base64>`). */
export async function verifyIntegrity(file: string, pinned: string): Promise<void> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  const found = `sha512-${hash.digest('base64')}`
  if (found === pinned) return
  throw new Problem(
    `${path.basename(file)} is not the file Kaunta expects: nothing of it was used.\n` +
      `  expected ${pinned}\n  found    ${found}`,
    'Run `npm cache verify` and try again; if it stays so, do not trust the registry it came from.',
  )
}
