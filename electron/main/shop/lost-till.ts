import { setImmediate as afterOthers } from 'node:timers/promises'
import { z } from 'zod'
import type { Ledger } from '../ledger/ledger'
import type { Rebuilt, RebuiltLink } from '../ledger/rebuild'
import { LedgerDamaged } from '../ledger/rows/codec'
import type { ShopConnection } from './connection'
import type { Hello } from './hello'
import { digestAfter } from './shipping/batch'

/** So many links in one question: none takes long enough to hold up the window. */
const linksAtATime = 200

const bytes = z.instanceof(Buffer)

const storedLinkSchema = z.object({
  sequence: z.coerce.number().int().positive(),
  subject: z.string(),
  first: z.coerce.number().int().positive(),
  link: bytes,
  digest: bytes,
  bodies: z.array(bytes),
  personal: z.array(bytes).nullable(),
  request: bytes.nullable(),
})

/**
 * The links of this till up to one, of all its machines. Of a number that two machines shipped, the later
 * machine's counts: the older one shipped it after it was replaced.
 */
const storedLinks = `
SELECT DISTINCT ON (e.sequence) e.sequence, e.subject, e.first, e.link, e.digest, e.bodies,
  p.bodies AS personal, p.request
FROM kaunta.event AS e
LEFT JOIN kaunta.personal AS p ON p.till = e.till AND p.epoch = e.epoch AND p.sequence = e.sequence
WHERE e.till = $1 AND e.epoch = ANY ($2::integer[]) AND e.sequence > $3 AND e.sequence <= $4
ORDER BY e.sequence, e.epoch DESC`

interface Rebuild {
  connection: ShopConnection
  hello: Hello
  /** Empty, and used by nothing else. */
  ledger: Pick<Ledger, 'rebuild'>
  /** For what is said to be removed: wall clock, ms, and the owner's months. */
  told: { at: number; months: number }
}

/**
 * Builds a lost till's ledger again from what it shipped, and makes it this machine's in the shop database.
 * Safe to repeat until this machine has shipped. Throws LedgerDamaged where what is stored is not what a till
 * shipped, and rejects with what `shopFailure` reads.
 */
export async function rebuildLostTill(deps: Rebuild): Promise<Rebuilt> {
  const { connection, hello, told } = deps
  const rebuild = deps.ledger.rebuild()
  const { sequence, digest } = hello.shipped
  let prior: Buffer = Buffer.alloc(0)
  for (let after = 0; after < sequence; after += linksAtATime) {
    const upTo = Math.min(after + linksAtATime, sequence)
    const links = await readLinks(connection, hello, after, upTo)
    if (links.length !== upTo - after) throw new LedgerDamaged(`Links after ${after} are missing`)
    for (const link of links) {
      prior = digestAfter(prior, { ...link, value: link.link })
      if (!prior.equals(link.digest)) throw new LedgerDamaged(`Link ${link.sequence} was changed`)
    }
    rebuild.add(links.map(asShipped))
    await afterOthers()
  }
  if (!prior.equals(digest)) throw new LedgerDamaged('The end was changed')
  const rebuilt = rebuild.finish(told)
  await connection.query('SELECT kaunta.adopt($1)', [rebuilt.link])
  return rebuilt
}

type StoredLink = z.infer<typeof storedLinkSchema>

async function readLinks(
  connection: ShopConnection,
  { till }: Hello,
  after: number,
  upTo: number,
): Promise<StoredLink[]> {
  const epochs = Array.from({ length: till.epoch }, (_, before) => before + 1)
  const rows = await connection.query(storedLinks, [till.id, epochs, after, upTo])
  return rows.map(row => storedLinkSchema.parse(row))
}

function asShipped({
  sequence,
  subject,
  first,
  bodies,
  personal,
  request,
}: StoredLink): RebuiltLink {
  return {
    sequence,
    subject,
    first,
    bodies,
    // An event that says nothing of a customer is an empty place in the list.
    personal: bodies.map((_, place) => (personal?.[place]?.length ? personal[place] : null)),
    request,
  }
}
