import type { LeastRole } from '../../../../shared/ipc/call'
import { calls } from '../../../../shared/ipc/contract'
import { type Failure, failure, type Result, success } from '../../../../shared/ipc/result'
import type { AuditLog } from '../../audit-log/audit-log'
import type { Staff } from '../../staff/staff'
import type { Unlocking, Vault } from '../../vault'
import type { Handlers } from '../register'
import type { HandlerDeps } from './handler-deps'

/** Calls whose content is chosen in a dialog of the computer: the person whose PIN allows one would not see it. */
const chosenLater: ReadonlySet<string> = new Set([
  'connection.addAuthority',
  'backup.save',
  'backup.beginDaily',
  'backup.choose',
  'backup.restore',
])

/** Signing in, approvals, and the list of staff. */
export function staffHandlers(staff: Staff): Handlers['staff'] {
  return {
    signIn: staff.signIn,
    renewPin: staff.renewPin,
    lock() {
      staff.lock('pressed')
      return success(null)
    },
    active() {
      staff.touch()
      return success(null)
    },
    async approve(asked) {
      if (chosenLater.has(asked.channel))
        return failure('approver-must-sign-in', 'It is chosen after the PIN')
      const least = roleOf(asked.channel)
      return least === null || least === 'anyone'
        ? failure('bad-argument', 'channel: no call that takes a role')
        : staff.approve(asked, least)
    },
    add: staff.add,
    change: staff.change,
    remove: staff.remove,
    startOver: ({ proof }) => staff.startOver(proof),
  }
}

/** The least role for `group.call`, or null when the contract has no such call. */
function roleOf(name: string): LeastRole | null {
  const all = Object.entries(calls).flatMap(([group, members]) =>
    Object.entries(members).map(([call, { role }]) => [`${group}.${call}`, role] as const),
  )
  return new Map<string, LeastRole>(all).get(name) ?? null
}

function refused(unlocking: Exclude<Unlocking, { result: 'done' }>): Failure {
  if (unlocking.result === 'none-yet') return failure('passphrase-wrong', 'There is none yet')
  if (unlocking.result === 'wrong' && unlocking.triesLeft > 0)
    return failure('passphrase-wrong', '')
  return failure('passphrase-paused', '')
}

/** A try is counted on the disk before it is checked: with a disk that cannot be written no try is possible. */
function notWritten(error: unknown): Failure {
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return failure('storage-failed', code)
  throw error
}

/** The passphrase that seals the keys on a computer without a keychain. */
export function vaultHandlers({
  vault,
  connections,
  staff,
  changed,
}: HandlerDeps): Handlers['vault'] {
  const withVault = async (work: (vault: Vault) => Promise<Result<null>>): Promise<Result<null>> =>
    vault.ok ? work(vault.vault).catch(notWritten) : failure('keys-unusable', vault.reason)

  return {
    createPassphrase: ({ passphrase }) =>
      withVault(async open => {
        const made = await open.createPassphrase(passphrase)
        if (made === 'too-short') return failure('passphrase-too-short', made)
        if (made === 'exists') return failure('passphrase-wrong', 'A passphrase is set already')
        changed()
        return success(null)
      }),
    unlock: ({ passphrase }) =>
      withVault(async open => {
        const unlocked = await open.unlock(passphrase)
        if (unlocked.result !== 'done') {
          // The till's state holds how long the pause is.
          changed()
          return refused(unlocked)
        }
        staff.refresh()
        if (connections.stage().name === 'locked') await connections.reopen()
        changed()
        return success(null)
      }),
  }
}

const pageLength = 100

/** The audit log, without what the till notes in it for itself. */
export function auditLogHandlers(auditLog: AuditLog): Handlers['auditLog'] {
  return {
    list({ before }) {
      const limit = pageLength + 1
      const found = auditLog.list({ before, limit, except: 'witnessed' })
      return success({ entries: found.slice(0, pageLength), more: found.length > pageLength })
    },
  }
}
