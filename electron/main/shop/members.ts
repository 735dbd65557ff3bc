import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import type { Client } from 'pg'
import type { Random } from '../platform/random'

export type MemberKind = 'till' | 'owner' | 'receiver'

export interface Shop {
  id: string
  name: string
  mode: 'practice' | 'sandbox' | 'production'
  /** A name for the merchant account; shops with one name share phone numbers, references and rate limit. */
  account: string
}

/** A login role and its password, which is shown once and stored nowhere. */
export interface Login {
  role: string
  password: string
}

/** What an administrator is connected with, and where new ids and passwords come from. */
export interface Administration {
  client: Client
  random: Pick<Random, 'bytes'>
}

/** Makes a shop. Throws what the server says, for example that its id is taken. */
export async function addShop({ client }: Administration, shop: Shop): Promise<void> {
  await client.query(
    'INSERT INTO kaunta.shop (shop, name, mode, account) VALUES ($1, $2, $3, $4)',
    [shop.id, shop.name, shop.mode, shop.account],
  )
}

/** Makes a till of a shop with a role of its own. */
export async function addTill(
  admin: Administration,
  shop: string,
  name: string,
): Promise<Login & { till: string }> {
  const till = randomName(admin, 8)
  await admin.client.query('INSERT INTO kaunta.till (till, shop, name) VALUES ($1, $2, $3)', [
    till,
    shop,
    name,
  ])
  return { till, ...(await addLogin(admin, { kind: 'till', shop, till, epoch: 1 })) }
}

interface Member {
  kind: MemberKind
  shop: string
  till: string | null
  epoch: number | null
}

/**
 * Makes the login role first and its membership second: a role without a membership may do nothing. The server
 * gets a verifier, never the password: the server may log a statement.
 */
export async function addLogin(
  admin: Administration,
  { kind, shop, till, epoch }: Member,
): Promise<Login> {
  const role = `kaunta_${kind}_${randomName(admin, 6)}`
  const password = randomName(admin, 24)
  const verifier = scramVerifier(password, admin.random.bytes(16))
  await createRole(admin.client, role, verifier)
  await admin.client.query(
    'INSERT INTO kaunta.member (role, kind, shop, till, epoch, verifier) VALUES ($1, $2, $3, $4, $5, $6)',
    [role, kind, shop, till, epoch, verifier],
  )
  return { role, password }
}

/**
 * How long a statement of a till may take, and how long it may wait: what a pooler would refuse from the till itself.
 * And what `my_till` asks for, also where the server has another default.
 */
const limits = {
  statement_timeout: '20s',
  lock_timeout: '20s',
  idle_in_transaction_session_timeout: '20s',
  default_transaction_isolation: 'read committed',
}

/** Makes a login of the shop database with the limits of its calls. Throws what PostgreSQL answers. */
export async function createRole(client: Client, role: string, verifier: string): Promise<void> {
  await client.query(`CREATE ROLE ${role} LOGIN PASSWORD '${verifier}' IN ROLE kaunta_member`)
  for (const [limit, value] of Object.entries(limits))
    await client.query(`ALTER ROLE ${role} SET ${limit} = '${value}'`)
}

/** Lower-case letters and digits, two for each random byte: no character that SQL or an address has to quote. */
function randomName({ random }: Administration, bytes: number): string {
  return random.bytes(bytes).toString('hex')
}

/** PostgreSQL's own default. */
const scramIterations = 4096

/**
 * A password as PostgreSQL stores it (SCRAM-SHA-256, RFC 5803). Sent in place of the password, which then never
 * reaches the server's log. Only for passwords of ASCII letters and digits: others need SASLprep first.
 */
function scramVerifier(password: string, salt: Buffer): string {
  const salted = pbkdf2Sync(password, salt, scramIterations, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${scramIterations}:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`
}
