/**
 * The time to make the next sale's id (UUIDv7) from, ms: never before the last one's, so that the order of
 * ids is the ledger's own order also where the computer's clock was set back.
 */
export function idTimeAfter(lastId: string | null, wall: number): number {
  return lastId === null ? wall : Math.max(wall, timeOf(lastId) + 1)
}

/** The first 48 bits of a UUIDv7. */
function timeOf(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}
