import { z } from 'zod'
import { call, nothing } from '../call'
import type { OpenSaleInExport } from '../till-state'

const passphrase = z.string().max(500)
/** A recovery code, the till's passphrase, or its API secret: who has it is the owner. */
const proof = z.string().trim().max(500)

/** The till's key: what opens a till that is closed, and what an owner keeps in the safe for that day. */
export const keyCalls = {
  /** Where no keychain is: the passphrase that protects the till. */
  createPassphrase: call<null>()('owner', z.strictObject({ passphrase })),
  /** Opens the till with its passphrase or its recovery code. */
  open: call<null>()('anyone', z.strictObject({ proof })),
  /** Looks again: the keychain may be back, or the disk. */
  tryAgain: call<null>()('anyone', nothing),
  /** The open payments in the ledgers of a till that may start empty; null where one of them does not open. */
  openPayments: call<readonly OpenSaleInExport[] | null>()('anyone', nothing),
  /**
   * Renames all that the till has, and starts an empty one: where it is closed, or locked and nothing can prove an
   * owner.
   */
  startEmpty: call<null>()('anyone', nothing),
  /** Where an older document was found: API keys that the service accepts, and an owner's PIN. */
  openWithKeys: call<null>()(
    'anyone',
    z.strictObject({ apiKey: proof, apiSecret: proof, pin: z.string().regex(/^\d+$/).max(12) }),
  ),
  /** The recovery code, to be shown once more; a new one, which ends the old, where `renew` or there is none. */
  recoveryCode: call<{ code: string }>()('owner', z.strictObject({ proof, renew: z.boolean() })),
  /** Prints it where receipts are printed; false where there is no printer. */
  printRecoveryCode: call<boolean>()('owner', z.strictObject({ proof })),
} as const
