import { z } from 'zod'
import type { BackupContent } from '../../backup'
import { call, nothing } from '../call'

/** '' where the recovery code opens the backup. */
const passphrase = z.string().max(500)
/** The recovery code, the till's passphrase or its API secret: who has it is the owner. */
const proof = z.string().max(500)
const newerHere = z.enum(['sales', 'settings'])

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
  choose: call<string | null>()('owner-or-closed', nothing),
  /** Reads and checks all of the chosen backup, with its passphrase or recovery code. Nothing is replaced. */
  inspect: call<BackupContent>()('owner-or-closed', z.strictObject({ passphrase })),
  /**
   * Replaces what the till has with the inspected backup, and starts the till again. `passphrase`: for this computer,
   * where it has no keychain.
   */
  restore: call<null>()(
    'owner-or-closed',
    z.strictObject({ proof, passphrase, accepted: z.array(newerHere).max(2) }),
  ),
  /** Forgets the chosen backup. */
  cancel: call<null>()('owner-or-closed', nothing),
  /** An owner confirms that this till goes on from the restored copy. */
  goOn: call<null>()('owner', z.strictObject({ proof })),
} as const
