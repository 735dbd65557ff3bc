import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import type { Client } from 'pg'
import type { Result } from '../../../shared/ipc/result'
import type { Random } from '../platform/random'
import type { ShopAddress } from './address'
import { tillsOwn } from './failure'

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
  /** The server takes no password that was hashed before. */
  sendsPasswords?: true
}

/**
 * Does work that makes logins, in a transaction of its own. Where the server refuses a password that was hashed before,
 * the same once more with the password itself: it is random, made here, and the connection is verified.
 */
export async function makingLogins<T>(
  admin: Administration,
  work: (admin: Administration) => Promise<T>,
): Promise<T> {
  try {
    return await work(admin)
  } catch (error) {
    if (admin.sendsPasswords || !wantsPasswordItself(error)) throw error
    // It may have failed at its end, or before.
    await admin.client.query('ROLLBACK')
    return work({ ...admin, sendsPasswords: true })
  }
}

/** As Neon says it when the transaction is committed. */
function wantsPasswordItself(error: unknown): boolean {
  return error instanceof Error && /plaintext passwords/.test(error.message)
}

/** What the server calls the administrator: behind a pooler the address may say more. */
export async function sessionUserOf(client: Client): Promise<string> {
  const { rows } = await client.query('SELECT session_user::text AS role')
  return String(rows[0]?.role)
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

/** Whether a shop has a till of this name. */
export async function hasTill(client: Client, shop: string, name: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM kaunta.till WHERE shop = $1 AND name = $2', [
    shop,
    name,
  ])
  return rowCount !== 0
}

/** Makes the role of an owner, who sees these shops, or of their webhook receiver. */
export async function addReader(
  admin: Administration,
  kind: 'owner' | 'receiver',
  shops: readonly [string, ...string[]],
): Promise<Login> {
  const login = await addLogin(admin, { kind, shop: shops[0], till: null, epoch: null })
  for (const shop of shops)
    await admin.client.query('INSERT INTO kaunta.owned (role, shop) VALUES ($1, $2)', [
      login.role,
      shop,
    ])
  return login
}

interface Member {
  kind: MemberKind
  shop: string
  till: string | null
  epoch: number | null
}

/**
 * Makes the login role first and its membership second: a role without a membership may do nothing. The server
 * gets a verifier, and the password only where it takes nothing else: the server may log a statement.
 */
export async function addLogin(
  admin: Administration,
  { kind, shop, till, epoch }: Member,
): Promise<Login> {
  const role = `kaunta_${kind}_${randomName(admin, 6)}`
  const password = randomName(admin, 24)
  const verifier = scramVerifier(password, admin.random.bytes(16))
  await createRole(admin.client, role, admin.sendsPasswords ? password : verifier)
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

/**
 * Makes a login of the shop database with the limits of its calls. `secret` is its password, or the verifier of it.
 * Throws what PostgreSQL answers.
 */
export async function createRole(client: Client, role: string, secret: string): Promise<void> {
  const statements = [
    ['CREATE ROLE %I LOGIN PASSWORD %L IN ROLE kaunta_member', secret],
    ...Object.entries(limits).map(([limit, value]) => [`ALTER ROLE %I SET ${limit} = %L`, value]),
  ] as const
  for (const [statement, value] of statements) {
    // Names and verifiers may come out of a copy that somebody changed.
    const { rows } = await client.query('SELECT format($1, $2::text, $3::text) AS text', [
      statement,
      role,
      value,
    ])
    await client.query(String(rows[0]?.text))
  }
}

/** How the till keeps the address of its login. */
interface Keeping {
  /** What is not ok undoes the transaction. */
  keep: (address: ShopAddress) => Result<null>
  /** Takes it back: the database did not store the login. */
  undo: () => void
}

/**
 * Commits a new login in one transaction with the till's own keeping of its address. A lost answer to COMMIT leaves a
 * login that is never used.
 */
export async function commitLogin(
  client: Client,
  own: ShopAddress,
  { keep, undo }: Keeping,
): Promise<Result<null>> {
  const kept = tillsOwn(() => keep(own))
  if (!kept.ok) {
    await client.query('ROLLBACK')
    return kept
  }
  try {
    await client.query('COMMIT')
  } catch (error) {
    undo()
    throw error
  }
  return kept
}

/** Makes logins, all or none: where a name is wrong no role is left, whose password was never shown. */
export function inTransaction<T>(
  administration: Administration,
  work: (admin: Administration) => Promise<T>,
): Promise<T> {
  return makingLogins(administration, async admin => {
    const { client } = admin
    await client.query('BEGIN')
    try {
      const done = await work(admin)
      await client.query('COMMIT')
      return done
    } catch (error) {
      // Where the connection is gone the server rolls back by itself; the first error is the one that counts.
      await client.query('ROLLBACK').catch(() => undefined)
      throw error
    }
  })
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
