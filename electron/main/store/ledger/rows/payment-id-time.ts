/**
 * The time to make the next sale's id (UUIDv7) from, ms: never before the last one's, so that the order of
 * ids is the ledger's own order also where the computer's clock was set back.
 */
export function idTimeAfter(lastId: string | null, wall: number): number {
  return lastId === null ? wall : Math.max(wall, idTime(lastId) + 1)
}

/** The moment that an id (UUIDv7) was made from, ms: its first 48 bits. */
function idTime(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}

/** The last moment that an id can be made from, ms. */
const lastIdTime = 2 ** 48 - 1

/** What the bytes of every id that was made from this moment or a later one are not less than. */
export function idAt(moment: number): Buffer {
  const bytes = Buffer.alloc(6)
  bytes.writeUIntBE(Math.max(0, Math.min(Math.floor(moment), lastIdTime)), 0, 6)
  return bytes
}
