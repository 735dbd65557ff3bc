import {
  type Administration,
  addLogin,
  createRole,
  type Login,
} from '../../electron/main/shop/members'

/* What only an administrator does with the members of a shop database, at the command line. */

/**
 * Why the old computer is replaced. `broken`: it may still ship what it recorded. `stolen`, or lost: its login ends at
 * once, and what it has not shipped is lost.
 */
export type OldComputer = 'broken' | 'stolen'

/**
 * Gives a lost till's place to a new machine: a new epoch and a new role, which goes on after the last link
 * that was shipped. The old machine may no longer sell, read or claim.
 */
export async function replaceTill(
  admin: Administration,
  till: string,
  old: OldComputer,
): Promise<Login & { epoch: number }> {
  // First: a transaction that is left open there could hold up what follows.
  if (old === 'stolen') await endLogin(admin, till)
  const { rows } = await admin.client.query(
    'SELECT shop, epoch FROM kaunta.replace_till($1) WHERE till IS NOT NULL',
    [till],
  )
  const [row] = rows
  if (!row) throw new Error(`There is no till ${till} in this shop database`)
  const epoch = Number(row.epoch)
  return {
    epoch,
    ...(await addLogin(admin, { kind: 'till', shop: String(row.shop), till, epoch })),
  }
}

/** The role first: a session that ends must not come back. */
async function endLogin({ client }: Administration, till: string): Promise<void> {
  const { rows } = await client.query(
    `UPDATE kaunta.member AS m SET ended = true FROM kaunta.till AS t
     WHERE t.till = $1 AND m.till = t.till AND m.epoch = t.epoch RETURNING m.role`,
    [till],
  )
  for (const { role } of rows) {
    await client.query(`ALTER ROLE ${role} NOLOGIN`)
    // A role that is no superuser may end the sessions of a role that it is a member of.
    await client.query(`GRANT ${role} TO CURRENT_USER`)
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1',
      [role],
    )
    await client.query(`REVOKE ${role} FROM CURRENT_USER`)
  }
}

/**
 * Makes again the login roles that a database names and its server lacks: no dump of a database has them. Their
 * passwords stay what they were. Returns the roles that were made.
 */
export async function restoreLogins({ client }: Administration): Promise<readonly string[]> {
  const { rows } = await client.query(
    'SELECT role, verifier FROM kaunta.member WHERE to_regrole(quote_ident(role)) IS NULL AND NOT ended ORDER BY role',
  )
  for (const { role, verifier } of rows) await createRole(client, String(role), String(verifier))
  return rows.map(({ role }) => String(role))
}

/** Makes the role of an owner, who sees these shops, or of a shop's webhook receiver. */
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
