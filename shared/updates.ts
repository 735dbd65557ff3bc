import { z } from 'zod'

/** Where newer versions are, and the key that signs them. An empty address: nothing is asked. */
export const updateSettingsSchema = z.strictObject({
  address: z.string().trim().max(300),
  /** The publisher's Ed25519 key: 32 bytes in base64. */
  publicKey: z.union([z.literal(''), z.string().regex(/^[A-Za-z0-9+/]{43}=$/)]),
})

export type UpdateSettings = z.infer<typeof updateSettingsSchema>

export const noUpdates: UpdateSettings = { address: '', publicKey: '' }

/** Why an update was not taken. The till that runs stays as it is. */
export const updateRefusalSchema = z.enum([
  'unreachable',
  /** The list of the newest version cannot be read, or says what it must not. */
  'unreadable',
  'signature',
  'older',
  /** It has no package for this computer. */
  'no-package',
  /** The package was cut, or is another one than the list names. */
  'download',
  /** The disk did not keep it. */
  'disk',
  /** The installer could not be started. */
  'install',
])

export type UpdateRefusal = z.infer<typeof updateRefusalSchema>

/** Who installs a package: the till, when it closes, or a person with the computer's own installer. */
export type UpdateInstaller = 'till' | 'person'

export type UpdateStatus =
  | { name: 'off' }
  /** Not asked since the start. */
  | { name: 'unasked' }
  | { name: 'checking' }
  /** Nothing newer, at this wall clock, ms. */
  | { name: 'current'; at: number }
  /** Fetched when no payment is open. */
  | { name: 'available'; version: string }
  | { name: 'downloading'; version: string; percent: number }
  /** `chosen`: a manager wants it installed when the till closes. */
  | { name: 'ready'; version: string; by: UpdateInstaller; file: string; chosen: boolean }
  | { name: 'refused'; why: UpdateRefusal; at: number }

/** Updates, as a window may know them. While the till is locked the address is ''. */
export interface UpdateView extends UpdateSettings {
  status: UpdateStatus
}
