import { createWriteStream } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'

/** Where a name in the archive goes, relative to the target; undefined leaves it out. */
export type Placement = (name: string) => string | undefined

/** Unpacks an archive as a stream. yauzl itself refuses absolute names and `..`. */
export async function unzip(file: string, target: string, place: Placement): Promise<void> {
  const zip = await openPromise(file, { lazyEntries: true })
  for await (const entry of zip.eachEntry()) {
    const name = place(entry.fileName)
    if (name !== undefined) await write(zip, entry, path.join(target, name))
  }
}

async function write(zip: ZipFile, entry: Entry, file: string): Promise<void> {
  if (entry.fileName.endsWith('/')) {
    await mkdir(file, { recursive: true })
    return
  }
  await mkdir(path.dirname(file), { recursive: true })
  const content = await zip.openReadStreamPromise(entry)
  const mode = entry.externalFileAttributes >>> 16
  if ((mode & 0o170000) === 0o120000) await symlink(await text(content), file)
  else await pipeline(content, createWriteStream(file, { mode: mode & 0o777 }))
}
