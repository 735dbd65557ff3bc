import { setImmediate as afterOthers } from 'node:timers/promises'
import { z } from 'zod'
import { failure, type Result, success } from '../../../shared/ipc/result'
import type { ShopPlace, TakenPlace } from '../../../shared/shop-database'
import type { Ledger } from '../store/ledger/ledger'
import { openLedger } from '../store/ledger/open-ledger'
import type { LedgerRebuild, Rebuilt, RebuiltLink } from '../store/ledger/rebuild'
import { LedgerDamaged } from '../store/ledger/rows/codec'
import { otherSubjects } from '../store/link'
import type { PutInPlace } from '../store/recovery/ledger-files'
import { digestAfter } from './batch'
import type { ShopConnection } from './connection'
import { tillsOwn } from './failure'
import { atShop, type Hello, type NamedShop } from './hello'
import type { Place } from './later-links'

/** So much in one question: none takes long enough to hold up the window. */
const linksAtATime = 200
const bytesAtATime = 4_000_000

const bytes = z.instanceof(Buffer)

const storedLinkSchema = z.object({
  epoch: z.int().positive(),
  base: z.coerce.number().int(),
  dropped: z.coerce.number().int(),
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
 * The links that the machines before this one shipped while they had the place, in order. What is older than the shop
 * keeps is missing, but for open sales. A page ends after some bytes: of large links a few are enough.
 */
const storedLinks = `
SELECT * FROM (
  SELECT e.epoch, e.sequence, e.subject, e.first, e.link, e.digest, e.bodies, p.bodies AS personal, p.request,
    e.base, e.dropped, sum(kaunta.bytes_in(e.bodies) + kaunta.bytes_in(p.bodies) + coalesce(octet_length(p.request), 0))
      OVER (ORDER BY e.epoch, e.sequence) AS bytes,
    row_number() OVER (ORDER BY e.epoch, e.sequence) AS place
  FROM (
    SELECT one.*, h.base, h.dropped FROM kaunta.event AS one
    JOIN kaunta.head AS h ON h.till = one.till AND h.epoch = one.epoch
    JOIN kaunta.head AS n ON n.till = one.till AND n.epoch = one.epoch + 1 AND one.sequence <= n.taken
    WHERE one.till = $1 AND one.epoch < $2 AND (one.epoch, one.sequence) > ($3::integer, $4::bigint)
    ORDER BY one.epoch, one.sequence LIMIT ${linksAtATime}
  ) AS e
  LEFT JOIN kaunta.personal AS p ON p.till = e.till AND p.epoch = e.epoch AND p.sequence = e.sequence
) AS page WHERE place = 1 OR bytes <= ${bytesAtATime} ORDER BY epoch, sequence`

/** For what is said to be removed: wall clock, ms, and the owner's months. */
export interface Removal {
  at: number
  months: number
}

/** `address` is of the role that `replace-till` made. */
interface LostTill extends NamedShop {
  putInPlace: PutInPlace
  removal: Removal
  /** Keeps the address, and which account the lost till used last, before the ledger is in its place. */
  keep: (place: ShopPlace, account: string | null) => Result<null>
}

/** Takes a lost till's place; where it cannot, nothing has changed on this machine. */
export async function takeLostTill(lost: LostTill): Promise<Result<TakenPlace>> {
  const taken = await atShop(lost, async (connection, hello, place) =>
    hello.shipped.sequence === 0
      ? success({ result: 'nothing-shipped', place } as const)
      : rebuildIn(connection, hello, place, lost),
  )
  return 'ok' in taken ? taken : success(taken)
}

function rebuildIn(
  connection: ShopConnection,
  hello: Hello,
  place: ShopPlace,
  { putInPlace, removal, keep }: LostTill,
): Promise<Result<TakenPlace>> {
  return putInPlace(async ({ file, key }) => {
    const opening = openLedger({ file, key })
    if (!opening.ok) return failure('storage-failed', opening.detail)
    let rebuilt: Rebuilt
    try {
      rebuilt = await rebuildLostTill({ connection, hello, ledger: opening.ledger, removal })
    } catch (error) {
      if (error instanceof LedgerDamaged) return failure('lost-till-damaged', error.message)
      throw error
    } finally {
      opening.close()
    }
    const kept = tillsOwn(() => keep(place, rebuilt.account))
    if (!kept.ok) return kept
    const { sales, open, withoutCustomer } = rebuilt
    const { oldEnded } = hello
    return success({ result: 'taken', place, sales, open, withoutCustomer, oldEnded })
  })
}

/**
 * Builds a lost till's ledger again from what it shipped, and makes it this machine's in the shop database.
 * Safe to repeat until this machine has shipped. Throws LedgerDamaged where what is stored is not what a till
 * shipped, and rejects with what `shopFailure` reads.
 */
export async function rebuildLostTill({
  connection,
  hello,
  ledger,
  removal,
}: {
  connection: ShopConnection
  hello: Hello
  /** Empty, and used by nothing else. */
  ledger: Pick<Ledger, 'rebuild'>
  removal: Removal
}): Promise<Rebuilt> {
  const rebuild = ledger.rebuild()
  await addStoredLinks({ connection, hello, rebuild, after: null })
  return rebuild.finish(removal)
}

/**
 * Adds what was shipped after a place to a ledger that has all up to there, and makes that this machine's in the shop
 * database. Throws and rejects as `rebuildLostTill`.
 */
export async function addStoredLinks({
  connection,
  hello,
  rebuild,
  after,
}: {
  connection: ShopConnection
  hello: Hello
  rebuild: LedgerRebuild
  after: Place | null
}): Promise<void> {
  const fits = createFitting(subject => rebuild.has(subject))
  let last: Follows | null = after
  let number = after?.sequence ?? 0
  for (;;) {
    const page = await readLinks(connection, hello, last)
    if (page.length === 0) break
    const kept: RebuiltLink[] = []
    for (const link of page) {
      assertFollows(link, last)
      last = link
      if (!fits(link)) continue
      number += 1
      kept.push({ ...asShipped(link), sequence: number })
    }
    rebuild.add(kept)
    await afterOthers()
  }
  if (!last?.digest.equals(hello.shipped.digest)) throw new LedgerDamaged('The end is missing')
  await connection.query('SELECT kaunta.adopt($1, $2)', [rebuild.end(), number])
}

type StoredLink = z.infer<typeof storedLinkSchema>
type Follows = Pick<StoredLink, 'epoch' | 'sequence' | 'digest'>

async function readLinks(
  connection: ShopConnection,
  { till }: Hello,
  last: Follows | null,
): Promise<StoredLink[]> {
  const after = [last?.epoch ?? 0, last?.sequence ?? 0]
  const rows = await connection.query(storedLinks, [till.id, till.epoch, ...after])
  return rows.map(row => storedLinkSchema.parse(row))
}

/**
 * Throws where a link is not what follows the one before it. A gap is what left with its months: what stands behind
 * it cannot be compared.
 */
function assertFollows(link: StoredLink, last: Follows | null): void {
  const before = last?.epoch === link.epoch ? last.sequence : link.base
  const isGap = link.sequence !== before + 1
  if (isGap && link.sequence - 1 > link.dropped)
    throw new LedgerDamaged(`Links after ${before} are missing`)
  if (isGap) return
  const prior = last?.digest ?? Buffer.alloc(0)
  if (!digestAfter(prior, { ...link, value: link.link }).equals(link.digest))
    throw new LedgerDamaged(`Link ${link.sequence} was changed`)
}

/** Whether a link still fits: not where the beginning of its payment left with its month, or its content was too large. */
function createFitting(isThere: (subject: string) => boolean): (link: StoredLink) => boolean {
  const begun = new Set<string>()
  const broken = new Set<string>()
  return ({ subject, first, bodies }) => {
    const isOther = otherSubjects.some(each => each === subject)
    if (bodies.length === 0) broken.add(subject)
    else if (first === 1) begun.add(subject)
    const isBegun = begun.has(subject) || isThere(subject)
    return bodies.length > 0 && (isOther || (isBegun && !broken.has(subject)))
  }
}

function asShipped({ bodies, personal, ...link }: StoredLink): RebuiltLink {
  const { sequence, subject, first, request } = link
  return {
    ...{ sequence, subject, first, bodies },
    // An event that says nothing of a customer is an empty place in the list.
    personal: bodies.map((_, place) => (personal?.[place]?.length ? personal[place] : null)),
    request,
  }
}
