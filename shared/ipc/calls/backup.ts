import { z } from 'zod'
import type { BackupContent } from '../../backup'
import { call, nothing } from '../call'

const passphrase = z.string().max(500)
/** The API secret, or the till's passphrase: who has it is the owner. */
const proof = z.string().max(500)
const newerHere = z.enum(['sales', 'staff', 'pins', 'settings'])

/** Encrypted copies of the till, and going on from one. Folders and files are chosen in the computer's own dialog. */
export const backupCalls = {
  /** Makes a backup in a folder that is chosen; gives its path, or null where none was chosen. */
  save: call<string | null>()('owner', z.strictObject({ passphrase, proof })),
  /** The same each day from now on; the first one at once. */
  beginDaily: call<string | null>()('owner', z.strictObject({ passphrase, proof })),
  endDaily: call<null>()('owner', nothing),
  /** Shows the backup that was made last in the computer's own folder window. */
  showInFolder: call<null>()('owner', nothing),
  /** Has a backup chosen; gives its name, or null where none was chosen. */
  choose: call<string | null>()('owner', nothing),
  /** Reads and checks all of the chosen backup. Nothing is replaced. */
  inspect: call<BackupContent>()('owner', z.strictObject({ passphrase })),
  /** Replaces what the till has with the inspected backup, and starts the till again. */
  restore: call<null>()('owner', z.strictObject({ proof, accepted: z.array(newerHere).max(4) })),
  /** Forgets the chosen backup. */
  cancel: call<null>()('owner', nothing),
  /** An owner confirms that this till goes on from the restored copy. */
  goOn: call<null>()('owner', z.strictObject({ proof })),
} as const
