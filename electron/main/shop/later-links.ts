import { z } from 'zod'
import type { LinkReader } from '../store/ledger/hash-chain/shipped-links'
import { otherSubjects } from '../store/link'
import type { ShopConnection } from './connection'
import type { Hello } from './hello'

/** As many places of the two chains are compared with one question. */
const probes = 64

const placeSchema = z.object({
  epoch: z.int().positive(),
  sequence: z.coerce.number().int().positive(),
  link: z.instanceof(Buffer),
  digest: z.instanceof(Buffer),
})

/** A link that is stored. */
export type Place = z.infer<typeof placeSchema>

/** What this till shipped once and does not have: it goes on from a backup that is older. */
export interface LaterLinks {
  /** The last link that is the same here and there. */
  from: Place
  /** How many payments the links after it belong to. */
  payments: number
}

/**
 * What the shop database has of this till after the last link that both have. Null where they have none in common, or
 * began the same payment each in its own way: then it is no older copy of the same ledger.
 */
export async function findLaterLinks(
  connection: ShopConnection,
  hello: Hello,
  links: LinkReader,
): Promise<LaterLinks | null> {
  const from = await lastInCommon(connection, hello, links)
  if (from === null) return null
  const { till } = hello
  const begun = begunAfter(links, from.sequence)
  const [row] = await connection.query(
    `SELECT count(DISTINCT subject) AS payments, coalesce(bool_or(first = 1 AND subject = ANY ($5)), false) AS both
     FROM kaunta.event
     WHERE till = $1 AND epoch <= $2 AND (epoch, sequence) > ($3::integer, $4::bigint) AND subject <> ALL ($6)`,
    [till.id, till.epoch, from.epoch, from.sequence, begun, otherSubjects],
  )
  const found = z.object({ payments: z.coerce.number().int(), both: z.boolean() }).parse(row)
  return found.both ? null : { from, payments: found.payments }
}

/** Each link holds all before it: where two are the same, so is everything before them. */
async function lastInCommon(
  connection: ShopConnection,
  { till, shipped }: Hello,
  links: LinkReader,
): Promise<Place | null> {
  let common: Place | null = null
  let different = Math.min(links.last(), shipped.sequence) + 1
  for (;;) {
    const last: number = common?.sequence ?? 0
    if (different - last <= 1) return common
    const rows = await connection.query(
      `SELECT DISTINCT ON (asked.sequence) e.epoch, e.sequence, e.link, e.digest
       FROM unnest($3::bigint[]) AS asked (sequence)
       JOIN kaunta.head AS h ON h.till = $1 AND h.epoch <= $2
       JOIN kaunta.event AS e ON e.till = $1 AND e.epoch = h.epoch AND e.sequence = asked.sequence
       ORDER BY asked.sequence, e.epoch DESC`,
      [till.id, till.epoch, spread(last, different)],
    )
    const before: number = different
    for (const place of rows.map(row => placeSchema.parse(row)))
      if (links.valueAt(place.sequence)?.equals(place.link)) common = place
      else different = Math.min(different, place.sequence)
    // What lies between is not kept there any more.
    if (different === before && (common?.sequence ?? 0) === last) return null
  }
}

/** At most so many numbers between two, as far apart as they can be. Pure. */
function spread(after: number, before: number): number[] {
  const count = Math.min(probes, before - after - 1)
  const step = (before - after) / (count + 1)
  return Array.from({ length: count }, (_, place) => after + Math.floor(step * (place + 1)))
}

function isOther(subject: string): boolean {
  return otherSubjects.some(each => each === subject)
}

/** The payments that this ledger began after a link. */
function begunAfter(links: LinkReader, sequence: number): string[] {
  const begun: string[] = []
  for (let after = sequence; ; ) {
    const page = links.read({ after, mostLinks: 200, mostBytes: 4_000_000 })
    if (page.length === 0) return begun
    for (const { first, subject } of page) if (first === 1 && !isOther(subject)) begun.push(subject)
    after += page.length
  }
}
