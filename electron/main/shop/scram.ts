import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'

/** PostgreSQL's own default. */
const iterations = 4096

/**
 * A password as PostgreSQL stores it (SCRAM-SHA-256, RFC 5803). Sent in place of the password, which then never
 * reaches the server's log. Only for passwords of ASCII letters and digits: others need SASLprep first.
 */
export function scramVerifier(password: string, salt: Buffer): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`
}
