import { createHash } from 'node:crypto'
import { encodeBatch } from '../../../electron/main/shop/batch'
import type { ShopConnection } from '../../../electron/main/shop/connection'
import { askHello } from '../../../electron/main/shop/hello'
import type { ShippedLink } from '../../../electron/main/store/ledger/hash-chain/shipped-links'
import type { Sale } from '../../../shared/payment/sale'
import { applyEvent, beginSale } from '../../../shared/payment/sale-reducer'
import { recorded, samples } from '../payments/sales'

const saleId = (sequence: number) => `00000000-0000-7000-8000-${String(sequence).padStart(12, '0')}`

/** A link that begins a sale of its own; `content` makes it another under the same number. */
export function link(sequence: number, content = ''): ShippedLink {
  const subject = saleId(sequence)
  const body = Buffer.from(JSON.stringify({ type: 'recorded', content }))
  return {
    sequence,
    subject,
    first: 1,
    value: createHash('sha256').update(`${sequence} ${content}`).digest(),
    bodies: [body],
    personal: [Buffer.from('{"msisdn":"255754001212"}')],
    request: Buffer.from('{"amount":15000}'),
    sale: beginSale(subject, recorded()),
  }
}

/** A link of a sale that the service accepted under a reference; `handedOver` is who was signed in. */
export function acceptedLink(
  sequence: number,
  reference: string,
  { sale = sequence, handedOver = null }: { sale?: number; handedOver?: string | null } = {},
): ShippedLink {
  const begun = link(sequence)
  const state = beginSale(saleId(sale), recorded())
  const handedOverAt = handedOver === null ? null : state.recordedAt + 60_000
  const handedOverBy = handedOver === null ? null : { id: saleId(9), name: handedOver }
  return {
    ...begun,
    subject: saleId(sale),
    first: sequence,
    sale: { ...state, reference, handedOverAt, handedOverBy },
  }
}

/** The same where the service said that it was paid. */
export function paidLink(...[sequence, reference, other]: Parameters<typeof acceptedLink>) {
  const { sale: before, ...rest } = acceptedLink(sequence, reference, other)
  if (!before) throw new Error('No sale')
  const { handedOverAt, handedOverBy } = before
  const said = { ...samples.accepted, reference }
  const events = [samples['attempt-started'], said, samples['status-read'], samples.settled]
  const paid = events.reduce<Sale>(applyEvent, beginSale(before.id, recorded()))
  return { ...rest, sale: { ...paid, handedOverAt, handedOverBy } }
}

/** Ships links, which follow on what is stored or on `prior`, and returns what the function answers. */
export async function shipped(
  connection: ShopConnection,
  links: readonly ShippedLink[],
  prior?: Buffer,
): Promise<unknown> {
  const hello = prior ? null : await askHello(connection)
  const { json } = encodeBatch(links, prior ?? hello?.shipped.digest ?? Buffer.alloc(0))
  const [row] = await connection.query('SELECT answer, next FROM kaunta.ship($1)', [json])
  return row
}
