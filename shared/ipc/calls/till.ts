import { z } from 'zod'
import type { BackupContent, SetAsideTill } from '../../backup'
import type { SupportFile } from '../../support-file'
import { updateSettingsSchema } from '../../updates'
import { call, nothing, ownerProof } from '../call'
import type { LedgerExport, OpenPaymentInExport, TillState } from '../till-state'

/** What a window asks first. */
export const tillCalls = {
  state: call<TillState>()('anyone', nothing),
  /** A person says that the newest payments have a wrong time, not this computer's clock. */
  acknowledgeClock: call<null>()('cashier', nothing),
} as const

const passphrase = z.string().max(500)
const provenOnly = z.strictObject(ownerProof)

/** The till's key: what opens a till that is closed, and what an owner keeps in the safe for that day. */
export const keyCalls = {
  /** The passphrase that opens the till; one before it ends. */
  choosePassphrase: call<null>()(
    'owner',
    z.strictObject({ passphrase, ...ownerProof }),
    'recorded-elsewhere',
  ),
  /** Opens the till with its passphrase or its recovery code. */
  open: call<null>()('anyone', z.strictObject({ passphrase })),
  /** Looks again: the keychain may be back, or the disk. */
  tryAgain: call<null>()('anyone', nothing),
  /**
   * The data folder of a till that may start empty, and the open payments in its ledgers; null where one of them does
   * not open.
   */
  openPayments: call<{ folder: string; open: readonly OpenPaymentInExport[] | null }>()(
    'anyone',
    nothing,
  ),
  /**
   * Renames all that the till has, and starts an empty one: where it is closed, or locked and nothing can prove an
   * owner.
   */
  startEmpty: call<null>()('anyone', nothing),
  /** An owner goes on with an older till's file: people and keys of it may have been removed since. */
  acknowledgeOlder: call<null>()('cashier', provenOnly),
  /** The recovery code, to be shown once more; a new one, which ends the old, where `renew` or there is none. */
  recoveryCode: call<{ code: string }>()(
    'owner',
    z.strictObject({ renew: z.boolean(), ...ownerProof }),
    'recorded-elsewhere',
  ),
  /** Prints it where receipts are printed; false where there is no printer. */
  printRecoveryCode: call<boolean>()('owner', provenOnly, 'recorded-elsewhere'),
} as const

/** Getting over a disk that failed, and over a ledger that cannot be opened. */
export const ledgerCalls = {
  /** Opens the active connection's ledger again, now. The till's state says what came of it. */
  tryAgain: call<null>()('cashier', nothing),
  /** The person has read what was found after the ledger was opened again. */
  acknowledge: call<null>()('cashier', nothing),
  /** Writes what can be read of a ledger that is damaged or newer than this app to a CSV file. */
  exportReadable: call<LedgerExport>()('manager', nothing, () => ({
    action: 'exported',
    detail: { what: 'ledger' },
  })),
  /** After an export: renames that ledger, and begins a new one. */
  quarantine: call<{ keptAs: string }>()('owner', nothing, () => ({
    action: 'ledger-set-aside',
    detail: {},
  })),
} as const

/** `passphrase`: '' where the recovery code opens the backup. */
const forBackup = z.strictObject({ passphrase, ...ownerProof })

/** Encrypted copies of the till, and going on from one. Folders and files are chosen in the computer's own dialog. */
export const backupCalls = {
  /** Makes a backup in a folder that is chosen; gives its path, or null where none was chosen. */
  save: call<string | null>()('owner', forBackup, 'recorded-elsewhere'),
  /** The same each day from now on; the first one at once. */
  beginDaily: call<string | null>()('owner', forBackup, 'recorded-elsewhere'),
  endDaily: call<null>()('owner', nothing, 'recorded-elsewhere'),
  /** Shows the backup that was made last in the computer's own folder window. */
  showInFolder: call<null>()('owner', nothing, 'changes-nothing'),
  /** The tills of this computer that were set aside, the newest first. */
  setAside: call<readonly SetAsideTill[]>()('owner-or-closed', nothing, 'changes-nothing'),
  /** Chooses one of them as what to go on from, in the place of a backup. */
  chooseSetAside: call<null>()(
    'owner-or-closed',
    z.strictObject({ name: z.string().max(100) }),
    'changes-nothing',
  ),
  /** Has a backup chosen; gives its name, or null where none was chosen. */
  choose: call<string | null>()('owner-or-closed', nothing, 'changes-nothing'),
  /** Reads and checks all of the chosen backup, with its passphrase or recovery code. Nothing is replaced. */
  inspect: call<BackupContent>()(
    'owner-or-closed',
    z.strictObject({ passphrase }),
    'changes-nothing',
  ),
  /**
   * Replaces what the till has with the inspected backup, and starts the till again. `passphrase`: for this computer,
   * where it has no keychain. Refused where this till has changed in a way that `inspect` did not tell.
   */
  restore: call<null>()('owner-or-closed', forBackup, 'recorded-elsewhere'),
  /** Forgets the chosen backup. */
  cancel: call<null>()('owner-or-closed', nothing, 'changes-nothing'),
  /** An owner confirms that this till goes on from the restored copy. */
  goOn: call<null>()('owner', provenOnly, () => ({
    action: 'restore-confirmed',
    detail: {},
  })),
} as const

/** The file that a shop sends to the person who helps it. */
export const supportCalls = {
  /** Collects what the file would hold, for a person to read before it is saved. */
  collect: call<readonly SupportFile[]>()('cashier', nothing),
  /** Saves what was collected last, as one zip; gives its path. */
  save: call<string>()('cashier', nothing),
  /** Shows the file that was saved last in the computer's own folder window. */
  showInFolder: call<null>()('cashier', nothing),
} as const

/** Newer versions of the till. How it goes is in the till's state. */
export const updatesCalls = {
  /** An empty address switches updates off. */
  save: call<null>()(
    'owner',
    updateSettingsSchema.extend(ownerProof),
    ({ address, publicKey }) => ({
      action: 'settings-saved',
      detail: { section: 'updates', address, key: publicKey },
    }),
  ),
  /** Asks now, and fetches what is newer. Refused while a payment is open. */
  check: call<null>()('manager', nothing, 'changes-nothing'),
  /** Installs the fetched version: now, when the till closes, or not. */
  choose: call<null>()(
    'manager',
    z.strictObject({ install: z.enum(['now', 'at-close', 'not']) }),
    ({ install }) => ({ action: 'update-chosen', detail: { install } }),
  ),
  /** Shows the fetched package in the computer's own folder window. */
  showInFolder: call<null>()('manager', nothing, 'changes-nothing'),
} as const
