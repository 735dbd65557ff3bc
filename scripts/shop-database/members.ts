import { type Administration, createRole } from '../../electron/main/shop/members'

/* What only an administrator does with the members of a shop database, at the command line. */

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
