import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inSlices } from '../../../../../../../electron/main/platform/in-slices'
import { systemRandom } from '../../../../../../../electron/main/platform/random'
import { openDatabase } from '../../../../../../../electron/main/store/database'
import type { Ledger } from '../../../../../../../electron/main/store/ledger/ledger'
import { Search } from '../../../../../../../electron/main/store/ledger/projections/search/search'
import { encodeSale, readPacked } from '../../../../../../../electron/main/store/ledger/rows/codec'
import { idTimeAfter } from '../../../../../../../electron/main/store/ledger/rows/sale-id-time'
import { idBytes, presentKey } from '../../../../../../../electron/main/store/ledger/rows/sale-key'
import {
  resolvedBlocks,
  type SettledBlock,
  settledBlocks,
} from '../../../../../../../shared/day/standing'
import { type ResolutionHow, resolutionHowSchema } from '../../../../../../../shared/payment/event'
import type { Phase, Sale } from '../../../../../../../shared/payment/sale'
import { applyEvent, beginSale } from '../../../../../../../shared/payment/sale-reducer'
import {
  everySale,
  type SalesFilter,
  saleStateSchema,
  searchStatusesOf,
  searchStatusOf,
} from '../../../../../../../shared/payment/sales-filter'
import { formatMsisdn } from '../../../../../../../shared/phone'
import { foundIds, foundPage } from '../../../../../../support/filled-ledger'
import { morning } from '../../../../../../support/payments/clock'
import { ledgerIn, ledgerKey } from '../../../../../../support/payments/ledger'
import {
  eventsTo,
  failedOutcome,
  recorded,
  samples,
  unrecognised,
} from '../../../../../../support/payments/sales'
import { temporaryFolders } from '../../../../../../support/temporary-folder'

const newFolder = temporaryFolders()
const minute = 60_000

/** The whole of a sale's way, drawn from few values, so that questions meet answers. */
interface DrawnSale {
  phone: string
  firstName: string
  lastName: string
  value: number
  total: number | null
  reference: string
  phase: Phase
  outcome: 'paid' | 'failed' | 'unrecognised'
  refunded: boolean
  resolvedAs: ResolutionHow | null
}

const phones = ['255754001212', '255688121212', '255754009212', '256772555555', '12025550123']
const names = ['Asha', 'ASHA', 'Zoë', "Ng'ang'a", 'Anna-Maria', 'Juma', 'van der Berg', 'Ashura']
const references = ['PR-7F9', 'pr-7f', '4412-9987', '15000', '754001212', 'ASHA1']
const words = [
  ...['asha', 'as', 'ZOE', 'zoë', "ng'ang'a", 'nganga', 'maria', 'anna-maria', 'berg van', 'j'],
  ...['212', '1212', '12', '0754', '754 001', '+255 754', '00255754001212', '0754-001-212', '555'],
  ...[
    '15000',
    '15,000',
    '7250',
    '20,000',
    'PR-7F9',
    'pr7',
    '4412',
    '44129987',
    'asha 212',
    'asha 15,000',
  ],
  ...['nobody', '%', "' OR 1=1 --", '_', '0', '999999999999999999999', 'asha pr-7f'],
]

const drawnSale = fc.record<DrawnSale>({
  phone: fc.constantFrom(...phones),
  firstName: fc.constantFrom(...names),
  lastName: fc.constantFrom(...names),
  value: fc.constantFrom(15_000, 7_250, 212, 1),
  total: fc.option(fc.constantFrom(15_000, 20_000)),
  reference: fc.constantFrom(...references),
  phase: fc.constantFrom<Phase[]>('ready', 'unknown', 'pending', 'settled', 'expired', 'refused'),
  outcome: fc.constantFrom('paid', 'failed', 'unrecognised'),
  refunded: fc.boolean(),
  resolvedAs: fc.option(fc.constantFrom(...resolutionHowSchema.options)),
})

const drawnFilter = fc.record<SalesFilter>({
  phone: fc.constantFrom('anywhere', 'ending'),
  text: fc.oneof(fc.constant(''), fc.constantFrom(...words)),
  from: fc.option(fc.integer({ min: -2, max: 32 }).map(n => morning + n * minute)),
  to: fc.option(fc.integer({ min: -2, max: 32 }).map(n => morning + n * minute)),
  states: fc.subarray(saleStateSchema.options),
  settled: fc.oneof(fc.constant<SettledBlock[]>([]), fc.subarray<SettledBlock>([...settledBlocks])),
})

function write(ledger: Ledger, drawn: DrawnSale, at: number, id = systemRandom.saleId(at)): Sale {
  const { customer } = recorded()
  const event = recorded({
    at,
    draftId: randomUUID(),
    msisdn: drawn.phone,
    customer: { ...customer, firstName: drawn.firstName, lastName: drawn.lastName },
    amount: { currency: 'TZS', value: drawn.value },
    ...(drawn.total && { purchase: { id: randomUUID(), total: drawn.total, before: 0 } }),
  })
  const sale = ledger.record(id, event, { body: '{}' })
  const settled = { paid: samples.settled, failed: failedOutcome, unrecognised }[drawn.outcome]
  const later = eventsTo(drawn.phase).map(one => {
    if (one.type === 'accepted') return { ...one, reference: drawn.reference }
    return one.type === 'settled' ? settled : one
  })
  const isRefunded = drawn.refunded && drawn.phase === 'settled' && drawn.outcome === 'paid'
  const how = drawn.phase === 'expired' ? drawn.resolvedAs : null
  const all = [
    ...later,
    ...(isRefunded ? [samples.refunded] : []),
    ...(how === null ? [] : [{ ...samples.resolved, how }]),
  ]
  return all.length === 0 ? sale : ledger.append(id, ...all)
}

/** What the filter means, said once more over plain values and without any index. */
function matches(sale: Sale, { text, phone, from, to, states, settled }: SalesFilter): boolean {
  if (from !== null && sale.recordedAt < from) return false
  if (to !== null && sale.recordedAt >= to) return false
  if (states.length > 0 && !searchStatusesOf(states).includes(searchStatusOf(sale))) return false
  const how = sale.resolution?.how
  if (settled.length > 0 && !(how && settled.includes(resolvedBlocks[how]))) return false
  const asked = text.trim()
  if (asked !== '' && !/[\p{L}\p{N}]/u.test(asked)) return false
  const grouped = asked.replace(/(?<=[\d)])\s+(?=[+(]?\d)/g, '')
  return grouped
    .split(/\s+/)
    .filter(word => /[\p{L}\p{N}]/u.test(word))
    .every(word => holds(sale, word, phone))
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

function holds(sale: Sale, word: string, phone: SalesFilter['phone']): boolean {
  const bare = plain(word).replace(/[^\p{L}\p{N}]/gu, '')
  const reference = plain(sale.reference ?? '').replace(/[^a-z0-9]/g, '')
  const isNumber = /^[+\d,.()-]+$/.test(word)
  const digits = word.replace(/\D/g, '').replace(/^00(?=\d)/, '')
  if (reference !== '' && reference.startsWith(isNumber ? word.replace(/\D/g, '') : bare))
    return true
  if (isNumber) {
    const national = formatMsisdn(sale.msisdn).replace(/\D/g, '')
    // A customer names the whole sum, also of a sale in parts.
    const sums = [sale.amount.value, sale.purchase?.total ?? sale.amount.value].map(BigInt)
    const isAmount = /^[1-9]/.test(digits) && sums.includes(BigInt(digits))
    const typed = word.replace(/\D/g, '')
    if (phone === 'ending' && typed.length <= 4) return sale.msisdn.endsWith(typed) || isAmount
    return [sale.msisdn, national].some(number => number.includes(digits)) || isAmount
  }
  const name = plain(`${sale.customer.firstName} ${sale.customer.lastName}`)
  const known = ` ${name.replace(/-/g, ' ').replace(/[^a-z0-9 ]/g, '')}`
  return known.includes(
    ` ${plain(word)
      .replace(/-/g, ' ')
      .replace(/[^a-z0-9 ]/g, '')}`,
  )
}

describe('a search', () => {
  it('finds what the filter means, newest first, in pages of any length', () => {
    fc.assert(
      fc.property(
        fc.array(drawnSale, { minLength: 1, maxLength: 30 }),
        fc.array(drawnFilter, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 7 }),
        (drawn, filters, limit) => {
          const { ledger, close } = ledgerIn(newFolder())
          const sales = drawn.map((one, n) => write(ledger, one, morning + n * minute))
          for (const filter of filters) {
            const expected = sales.filter(sale => matches(sale, filter)).map(({ id }) => id)
            expect(foundIds(ledger, filter, limit), JSON.stringify(filter)).toEqual(
              expected.toReversed(),
            )
          }
          close()
        },
      ),
      { numRuns: 12 },
    )
  })

  it('finds sales by the day on which they were recorded, though the clock was set', () => {
    const jumps = fc.constantFrom(
      0,
      1,
      minute,
      -minute,
      -30 * minute,
      400 * 86_400_000,
      -10 * minute,
    )
    const steps = fc.array(fc.record({ drawn: drawnSale, jump: jumps }), {
      minLength: 2,
      maxLength: 25,
    })
    fc.assert(
      fc.property(steps, fc.array(drawnFilter, { minLength: 4, maxLength: 12 }), (all, filters) => {
        const { ledger, close } = ledgerIn(newFolder())
        let wall = morning
        const sales = all.map(({ drawn, jump }) => {
          // Years ahead, and put right for the next sale.
          wall = jump > 86_400_000 ? wall : wall + jump
          const at = jump > 86_400_000 ? wall + jump : wall
          return write(ledger, drawn, at, systemRandom.saleId(idTimeAfter(ledger.lastId(), at)))
        })
        for (const filter of filters) {
          const expected = sales.filter(sale => matches(sale, filter)).map(({ id }) => id)
          expect(foundIds(ledger, filter, 4), JSON.stringify(filter)).toEqual(expected.toReversed())
        }
        close()
      }),
      { numRuns: 25 },
    )
  })

  it('finds a sale by what its word turned out to mean', () => {
    const { ledger } = ledgerIn(newFolder())
    const { id } = ledger.record(systemRandom.saleId(morning), recorded(), { body: '{}' })
    const states = () =>
      saleStateSchema.options.filter(state => foundIds(ledger, { states: [state] }).includes(id))
    const unclear = () => ledger.unclear().map(sale => sale.id)
    ledger.append(id, ...eventsTo('pending'), unrecognised)
    expect([states(), unclear()]).toEqual([['manager'], [id]])
    ledger.append(id, samples.resolved)
    expect([states(), unclear()]).toEqual([['manager'], [id]])
    ledger.append(id, samples.reopened)
    expect([states(), unclear()]).toEqual([['waiting'], []])
    expect(ledger.openIds()).toEqual([id])
    ledger.append(id, samples.settled)
    expect([states(), unclear(), ledger.openIds()]).toEqual([['paid'], [], []])
  })

  it('finds what many sales have and what one has', () => {
    // More than one slice: one name for all, and one that is rare.
    const { file, ledger, close } = ledgerIn(newFolder())
    const first = write(ledger, sample({ firstName: 'Rehema' }), morning)
    close()
    const sales = copies(file, first, 11_000)
    const { ledger: large } = ledgerIn(folderOf(file))
    expect(foundIds(large, { text: 'rehema' }, 4_000)).toHaveLength(sales + 1)
    expect(foundIds(large, { text: 'rehema 12', states: ['paid'] }, 5_000)).toEqual([first.id])
    const rare = write(large, sample({ firstName: 'Rare' }), morning + 90 * minute)
    expect(foundIds(large, { text: 'rehema' }, 9_000)).not.toContain(rare.id)
    expect(foundIds(large, { text: 'rare' })).toEqual([rare.id])
  })

  it('finds the same among many customers', () => {
    const { file, close } = ledgerIn(newFolder())
    close()
    const sales = manyCustomers(file, 1_200)
    const { ledger, close: closeLarge } = ledgerIn(folderOf(file))
    for (const [n, filter] of manyQuestions.entries()) {
      const expected = sales.filter(sale => matches(sale, filter)).map(({ id }) => id)
      const found = foundIds(ledger, filter, n % 3 === 0 ? 30 : 400)
      expect(found, JSON.stringify(filter)).toEqual(expected.toReversed())
    }
    closeLarge()
  }, 60_000)

  it('lets others work between two slices, and ends when it is no longer wanted', async () => {
    const { file, ledger, close } = ledgerIn(newFolder())
    const first = write(ledger, sample({}), morning)
    close()
    copies(file, first, 11_000)
    const { ledger: large } = ledgerIn(folderOf(file))
    // Only in the oldest number.
    const search = () =>
      large.search({ filter: { ...everySale, text: '12' }, before: null, limit: 50 })
    let asked = 0
    const ended = await inSlices(search(), () => {
      asked += 1
      return asked < 2
    })
    expect(ended).toBeNull()
    expect((await inSlices(search(), () => true))?.sales).toEqual([first])
  })
})

/** Some are in a few places and some in hundreds, some are rare and some in every row. */
const manyQuestions: SalesFilter[] = [
  ...[
    'asha',
    'asha kb',
    'k',
    'kb asha',
    'kb as k',
    '255',
    '1212',
    '12',
    '15000',
    'pr1',
    'pr-1 asha',
  ],
  ...['asha 15000', 'kc 15000', '1212 asha', '1212 15000', 'asha kb 15000 12', '500 nobody'],
].flatMap(text =>
  [[], ['failed'], ['paid', 'waiting']].flatMap(states => [
    { ...everySale, text, states: states as SalesFilter['states'] },
    {
      ...everySale,
      text,
      states: states as SalesFilter['states'],
      phone: 'ending' as const,
      from: morning + 200 * minute,
      to: morning + 900 * minute,
    },
  ]),
)

/** So many sales of 400 customers, written as the ledger writes them, but all at once. */
function manyCustomers(file: string, count: number): Sale[] {
  const database = openDatabase({ file, key: ledgerKey })
  const sales = Array.from({ length: count }, (_, n) => manySale(n))
  const search = new Search(database)
  database.transaction(() => {
    for (const sale of sales) {
      database.run(
        `INSERT INTO sale (id, draft_id, recorded_at, period, is_open, to_do, msisdn, state)
         VALUES (?, ?, ?, 1, 0, 0, ?, ?)`,
        [
          ...[idBytes(sale.id), idBytes(sale.draftId), sale.recordedAt, sale.msisdn],
          encodeSale(sale),
        ],
      )
      search.apply(sale, null)
    }
  })
  database.close()
  return sales
}

/** The second is also in phone numbers: such a sale is in two places, and found once. */
const amounts = [15_000, 1_212, 500, 500, 15_000, 500, 500]

function manySale(n: number): Sale {
  const at = morning + n * minute
  const customer = (n * 7) % 400
  const event = recorded({
    ...{
      at,
      draftId: randomUUID(),
      msisdn: `2557540${String(1_212 * customer)
        .padStart(6, '0')
        .slice(-5)}`,
    },
    customer: {
      ...recorded().customer,
      ...{
        firstName: customer % 3 === 0 ? 'Asha' : 'Juma',
        lastName: `K${String.fromCodePoint(97 + (customer % 26))}`,
      },
    },
    amount: { currency: 'TZS', value: amounts[n % amounts.length] ?? 500 },
  })
  const later = eventsTo(
    (['settled', 'settled', 'expired', 'pending'] as const)[n % 4] ?? 'settled',
  )
  return later
    .map(one => {
      if (one.type === 'accepted') return { ...one, reference: `PR-${n}` }
      return one.type === 'settled' && n % 5 === 0 ? failedOutcome : one
    })
    .reduce<Sale>((sale, one) => applyEvent(sale, one), beginSale(systemRandom.saleId(at), event))
}

function sample(changes: Partial<DrawnSale>): DrawnSale {
  const [phone = '', , , ,] = phones
  return {
    phone,
    firstName: 'Asha',
    lastName: 'Mushi',
    value: 15_000,
    total: null,
    reference: 'R-1',
    phase: 'settled',
    outcome: 'paid',
    refunded: false,
    resolvedAs: null,
    ...changes,
  }
}

const folderOf = (file: string) => file.slice(0, -'/ledger.db'.length)

/** Puts so many more of a sale into the ledger, as failed ones, behind its back: quicker than selling. */
function copies(file: string, { id, msisdn }: Sale, count: number): number {
  const database = openDatabase({ file, key: ledgerKey })
  const state = readPacked(
    database.all('SELECT state FROM sale WHERE id = ?', [idBytes(id)])[0]?.state,
  )
  database.transaction(() => {
    for (let n = 1; n <= count; n++) {
      const copy = systemRandom.saleId(morning + n * 100)
      database.run(
        `INSERT INTO sale (id, draft_id, recorded_at, period, is_open, to_do, msisdn, state)
         SELECT ?, ?, recorded_at, 1, 0, 0, ?, ? FROM sale WHERE id = ?`,
        [
          ...[idBytes(copy), idBytes(randomUUID()), msisdn],
          ...[Buffer.from(state.replaceAll(id, copy)), idBytes(id)],
        ],
      )
      database.run(
        `INSERT INTO sale_search (sale, recorded_at, status, amount, purchase, phone, name, reference, settled)
         SELECT ?, recorded_at, 'failed', amount, purchase, '255754000000 0754000000', name, '', ''
         FROM sale_search WHERE sale = ?`,
        [presentKey(database, copy), presentKey(database, id)],
      )
    }
  })
  database.close()
  return count
}

describe('pages', () => {
  it('stay as they are while sales arrive and change', () => {
    const { ledger } = ledgerIn(newFolder())
    const sales = Array.from({ length: 9 }, (_, n) =>
      write(ledger, sample({}), morning + n * minute),
    )
    const first = foundPage(ledger, {}, { limit: 4 })
    write(ledger, sample({}), morning + 60 * minute)
    const [, second] = sales
    if (second) ledger.append(second.id, samples['goods-handed-over'])
    const next = foundPage(ledger, {}, { before: first.next, limit: 4 })
    const last = foundPage(ledger, {}, { before: next.next, limit: 4 })
    const ids = [first, next, last].flatMap(page => page.sales.map(({ id }) => id))
    expect(ids).toEqual(sales.map(({ id }) => id).toReversed())
    expect(last.next).toBeNull()
  })

  it('say that a row is damaged, and go on behind it', () => {
    const { file, ledger } = ledgerIn(newFolder())
    const sales = Array.from({ length: 5 }, (_, n) =>
      write(ledger, sample({}), morning + n * minute),
    )
    // While it is open: what every start reads would be found then.
    const database = openDatabase({ file, key: ledgerKey })
    for (const n of [1, 2])
      database.run('UPDATE sale SET state = ? WHERE id = ?', [
        Buffer.from([0xff, 0xfe]),
        idBytes(sales[n]?.id ?? ''),
      ])
    database.run(`UPDATE sale_search SET name = CAST(? AS TEXT) WHERE sale = ?`, [
      Buffer.from([0xff, 0xfe, 0x80]),
      presentKey(database, sales[4]?.id ?? ''),
    ])
    database.close()
    const page = foundPage(ledger, {}, { limit: 3 })
    expect(page).toMatchObject({
      unreadable: 1,
      sales: [{ id: sales[4]?.id }, { id: sales[3]?.id }],
    })
    const rest = foundPage(ledger, {}, { before: page.next, limit: 3 })
    expect(rest).toMatchObject({ unreadable: 1, next: null, sales: [{ id: sales[0]?.id }] })
    expect(foundIds(ledger, { text: 'asha' })).not.toContain(sales[4]?.id)
  })
})
