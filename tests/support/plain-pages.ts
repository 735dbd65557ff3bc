import { constants, inflateRawSync } from 'node:zlib'
import { type Database, openDatabase } from '../../electron/main/store/database'
import { lengthen, packedMark, packingOptions } from '../../electron/main/store/ledger/rows/packing'

/**
 * Every page of an encrypted database as it is once decrypted, used or not: what a person with the key
 * could find in the file. The engine itself decrypts them. Behind them comes what is packed in them, unpacked.
 */
export function plainPages(file: string, key: Buffer): Buffer {
  const database = openDatabase({ file, key })
  try {
    return pagesOf(database)
  } finally {
    database.close()
  }
}

function pagesOf(database: Database): Buffer {
  const rows = database.all('SELECT data FROM sqlite_dbpage ORDER BY pgno')
  const pages = rows.map(({ data }) => data as Buffer)
  return Buffer.concat([...pages, ...pages.map(unpackedIn)])
}

/** What unpacks of a page, from each byte on that could begin something packed: also in its gaps. */
export function unpackedIn(page: Buffer): Buffer {
  const found: Buffer[] = []
  for (let at = page.indexOf(packedMark); at >= 0; at = page.indexOf(packedMark, at + 1)) {
    found.push(beginningOf(page.subarray(at + 1)))
  }
  return Buffer.concat(found)
}

/** As much as there is, also where the end was overwritten; nothing where it was never packed. */
function beginningOf(packed: Buffer): Buffer {
  try {
    const options = { ...packingOptions, finishFlush: constants.Z_SYNC_FLUSH }
    return Buffer.from(lengthen(inflateRawSync(packed, options).toString('latin1')), 'latin1')
  } catch {
    return Buffer.alloc(0)
  }
}
