import { encodeBatch } from '../../electron/main/shop/batch'
import type { ShopConnection } from '../../electron/main/shop/connection'
import { findOtherTillsPayments, searchOtherTills } from '../../electron/main/shop/other-tills'
import { readShopDay } from '../../electron/main/shop/shop-day'
import { paidLink } from '../support/shop/session'
import type { TestShop } from '../support/shop/shop-database'
import { quantile, timedWait } from './measuring'
import { withShop } from './shop'

/** One question that a till asks about the other tills, ms. */
interface ShopQuestion {
  name: string
  median: number
  p95: number
  /** Rows of an answer, on average. */
  found: number
}

export interface ShopSearchResult {
  sales: number
  /** How long the filling took, s, and what it takes on the disk, GB. */
  filled: number
  gigabytes: number
  questions: ShopQuestion[]
}

const months = 24
const tills = 27
/** As many as the list of Payments shows. */
const limit = 50
const asked = 100

/**
 * What a till asks about the other tills, among so many sales of one shop in two years. The server makes the rows:
 * their size, spread and order in time are those of real ones. The histories are not there; no question reads them.
 */
export function measureShopSearch(sales: number): Promise<ShopSearchResult> {
  return withShop(async shop => {
    const filling = await timedWait(async () => {
      await setDurable(shop, false)
      await fill(shop, sales)
      await setDurable(shop, true)
    })
    const [size] = await shop.ask('SELECT pg_database_size(current_database()) AS bytes')
    const samples = await sampleOf(shop, sales)
    const connection = await shop.connect(await shop.addTill('Searches'))
    const questions: ShopQuestion[] = []
    for (const [name, ask] of Object.entries(questionsAbout(samples)))
      questions.push(await measure(name, number => ask(connection, number)))
    await connection.close()
    const gigabytes = Number(size?.bytes) / 1e9
    return { sales, filled: filling / 1_000, gigabytes, questions }
  })
}

interface Sample {
  payment: string
  reference: string
  phone: string
}

type Ask = (connection: ShopConnection, number: number) => Promise<readonly unknown[]>

/** Each is asked about another payment each time. */
function questionsAbout(samples: readonly Sample[]): Record<string, Ask> {
  const sample = (number: number): Sample => {
    const one = samples[number % samples.length]
    if (!one) throw new Error('No payment was found to ask about')
    return one
  }
  const typed =
    (textOf: (number: number) => string): Ask =>
    (connection, number) =>
      searchOtherTills(connection, {
        text: textOf(number),
        limit,
        place: { country: 'TZ', currency: 'TZS' },
      })
  const ending = (length: number) => typed(number => sample(number).phone.slice(-length))
  return {
    'nothing typed: the newest': typed(() => ''),
    'a whole phone number': typed(number => `0${sample(number).phone.slice(3)}`),
    'its last six digits': ending(6),
    'its last four digits': ending(4),
    'its last three digits': ending(3),
    'its last two digits': ending(2),
    'a whole reference': typed(number => sample(number).reference),
    'a reference that is not there': typed(number => `R-none-${number}`),
    'a usual amount': typed(number => String(1_000 + 500 * number)),
    'an amount of a few sales': typed(number => String(1_000_001 + number * 2)),
    'an amount that is not there': typed(number => String(3_000_001 + number)),
    'a payment by its id': (connection, number) => {
      const nothing = { lastDigits: '', amount: null, reference: '' }
      return findOtherTillsPayments(connection, {
        ...nothing,
        paymentId: sample(number).payment,
        limit,
      })
    },
    'the day of all tills': async connection => {
      const { currencies } = await readShopDay(connection, {
        from: Date.now() - 86_400_000,
        until: Date.now(),
      })
      return currencies.flatMap(({ tills }) => tills)
    },
  }
}

async function measure(name: string, ask: (number: number) => Promise<readonly unknown[]>) {
  const times: number[] = []
  let found = 0
  for (let number = 1; number <= asked; number += 1) {
    times.push(await timedWait(async () => (found += (await ask(number)).length)))
  }
  return { name, median: quantile(times, 0.5), p95: quantile(times, 0.95), found: found / asked }
}

/** Pages from anywhere in the table: few of them are warm. */
async function sampleOf(shop: TestShop, sales: number): Promise<Sample[]> {
  const percent = Math.min(100, 100_000_000 / sales / 100)
  const rows = await shop.ask(
    `SELECT payment, reference, reverse(phone_reversed) AS phone FROM kaunta.personal JOIN kaunta.payment USING (payment)
     WHERE payment IN (SELECT payment FROM kaunta.payment TABLESAMPLE SYSTEM (${percent}) ORDER BY random() LIMIT ${asked})`,
  )
  return rows.map(({ payment, reference, phone }) => ({
    payment: String(payment),
    reference: String(reference),
    phone: String(phone),
  }))
}

/** Nothing is lost if the filling is; the questions are asked of a server as it is installed. */
async function setDurable(shop: TestShop, isDurable: boolean): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes'])
    await shop.ask(`ALTER SYSTEM SET ${setting} = ${isDurable ? 'on' : 'off'}`)
  await shop.ask('SELECT pg_reload_conf()')
  if (isDurable) await shop.ask('CHECKPOINT')
}

/** The indexes are made when the rows are there: the same indexes in less time. */
async function fill(shop: TestShop, sales: number): Promise<void> {
  const sellers: string[] = []
  for (let number = 1; number <= tills; number += 1)
    sellers.push((await shop.addTill(`Counter ${number}`)).till)
  const indexes = await shop.ask(
    `SELECT indexname AS name, indexdef AS text FROM pg_indexes WHERE schemaname = 'kaunta'
     AND tablename IN ('payment', 'personal') AND indexname NOT LIKE '%_pkey'`,
  )
  for (const { name } of indexes) await shop.ask(`DROP INDEX kaunta.${name}`)
  const each = Math.ceil(sales / months)
  for (let month = 0; month < months; month += 1) {
    const [first, last] = [month * each + 1, Math.min(sales, (month + 1) * each)]
    const begins = `now() - interval '${30 * (months - month)} days'`
    await shop.ask(rowsOfMonth(begins), [first, last, sellers, template()])
  }
  for (const { text } of indexes)
    await shop.ask(`SET maintenance_work_mem = '512MB'; ${String(text)}`)
  await shop.ask(
    `INSERT INTO kaunta.head (till, epoch, shop, sequence, link, digest, shipped_at)
     SELECT till, 1, shop, 1, '', '', now() FROM kaunta.till`,
  )
  for (const table of ['payment', 'personal']) await shop.ask(`VACUUM ANALYZE kaunta.${table}`)
}

/**
 * The sales from $1 to $2, evenly over 30 days: two million customers, amounts of which 200 are usual, and one payment
 * in a thousand with a rare one.
 */
function rowsOfMonth(begins: string): string {
  return `WITH own AS MATERIALIZED (
    SELECT n, at, ($3::text[])[1 + n % ${tills}] AS till, md5('reference' || n) AS reference,
      (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
        || '8' || substr(md5(n::text), 4, 15))::uuid::text AS payment,
      lpad(((n * 2654435761 % 2000000) * 7919 % 100000000)::text, 8, '0') || '7552' AS phone_reversed,
      CASE WHEN n % 1000 = 0 THEN 1000001 + n / 1000 % 1000 * 2 ELSE 1000 + 500 * (n * 7919 % 200) END AS amount
    FROM (SELECT n, ${begins} + (n - $1) * interval '30 days' / ($2 - $1 + 1) AS at
      FROM generate_series($1::bigint, $2::bigint) AS n) AS numbers
  ), sold AS (
    INSERT INTO kaunta.payment (till, epoch, payment, shop, sequence, recorded_at, arrived, changed_at, channel, amount,
        currency, status, exception, open, late, blocks, reference, state)
      SELECT till, 1, payment, 'duka', n, at, at, at, 'mobile', amount, 'TZS', CASE WHEN n % 10 = 0 THEN 'failed' ELSE 'paid' END,
        'none', false, false, CASE WHEN n % 10 = 0 THEN '{none}' ELSE '{confirmed}' END::text[], reference,
        convert_to(replace(replace(replace($4, '@payment', payment), '@reference', reference), '"value":15000',
          '"value":' || amount), 'UTF8')
      FROM own
  ), money AS (
    INSERT INTO kaunta.entry (till, epoch, number, shop, payment, period, at, arrived, direction, way, currency, value)
      SELECT till, 1, n, 'duka', payment, 1, at, at, 'in', 'service', 'TZS', amount FROM own WHERE n % 10 <> 0
  )
  INSERT INTO kaunta.personal (arrived, till, epoch, sequence, shop, payment, phone_reversed, name, bodies)
    SELECT at, till, 1, n, 'duka', payment, phone_reversed, 'Asha Mushi', '{}'
    FROM own`
}

/** A paid payment as its till ships it. */
function template(): string {
  const { payment, ...rest } = paidLink(1, '@reference')
  const shipped = { ...rest, payment: { ...payment, id: '@payment' } }
  const [{ payment: said }] = JSON.parse(encodeBatch([shipped], Buffer.alloc(0)).json)
  return Buffer.from(said.state, 'base64').toString('utf8')
}
