import type { Client } from 'pg'
import { type Administration, addLogin, inTransaction, type Login } from './members'

/**
 * Gives a lost till's place to a new machine: a new epoch and a new role, which goes on after the last link that was
 * shipped. The old machine may no longer sell, read or claim, and may still ship what it recorded: where it was stolen
 * or lost, `endLogins` comes first, so that no transaction that is left open there holds this up.
 */
export async function replaceTill(
  admin: Administration,
  till: string,
): Promise<Login & { epoch: number }> {
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

/** Why a computer is replaced. `broken`: it may still ship what it recorded. `stolen`, or lost: its login ends at once. */
export type OldComputer = 'broken' | 'stolen'

/** `replaceTill` for a till of which this is all that is known. */
export async function replaceComputer(
  admin: Administration,
  till: string,
  old: OldComputer,
): Promise<Login> {
  if (old === 'stolen') await endLogins(admin, till)
  return inTransaction(admin, each => replaceTill(each, till))
}

/**
 * Ends every login of a till up to this computer's (the one in office unless told): an earlier computer may have been
 * replaced as broken, and stolen since. The role first: a session that ends must not come back. Returns how many.
 */
export async function endLogins(
  { client }: Administration,
  till: string,
  epoch: number | null = null,
): Promise<number> {
  const { rows } = await client.query(
    `UPDATE kaunta.member AS m SET ended = true FROM kaunta.till AS t
     WHERE t.till = $1 AND m.till = t.till AND m.epoch <= coalesce($2, t.epoch) AND NOT m.ended RETURNING m.role`,
    [till, epoch],
  )
  return endRoles(
    client,
    rows.map(({ role }) => String(role)),
  )
}

/** Ends every owner's login. Returns how many. */
export async function endOwners({ client }: Administration): Promise<number> {
  const { rows } = await client.query(
    "UPDATE kaunta.member SET ended = true WHERE kind = 'owner' AND NOT ended RETURNING role",
  )
  return endRoles(
    client,
    rows.map(({ role }) => String(role)),
  )
}

async function endRoles(client: Client, roles: readonly string[]): Promise<number> {
  for (const name of roles) {
    const role = client.escapeIdentifier(name)
    await client.query(`ALTER ROLE ${role} NOLOGIN`)
    // A role that is no superuser may end the sessions of a role that it is a member of.
    await client.query(`GRANT ${role} TO CURRENT_USER`)
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1',
      [name],
    )
    await client.query(`REVOKE ${role} FROM CURRENT_USER`)
  }
  return roles.length
}
