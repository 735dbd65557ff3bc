import { z } from 'zod'

/** A certificate authority that the owner added, as PEM. It is public: nothing of it is a secret. */
const authoritySchema = z.string().max(20_000)

/** So many are taken from a file: a provider's bundle, with one for each of its regions, has over a hundred. */
export const mostAuthorities = 200

/** What a connection trusts in addition to the well-known authorities; the content, for a file may vanish. */
export const authoritiesSchema = z.array(authoritySchema).max(mostAuthorities)

/** An added authority as a window shows it. */
export interface AuthorityView {
  /** The name in it: `Kijani Payments Root CA`. */
  subject: string
  /** Until when it holds, ms since the epoch. */
  validTo: number
  /** SHA-256, in pairs of hexadecimal digits. */
  fingerprint: string
}
