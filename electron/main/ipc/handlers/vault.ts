import { type Failure, failure, type Result, success } from '../../../../shared/ipc/result'
import type { Unlocking, Vault } from '../../vault'
import type { Handlers } from '../register'
import type { HandlerDeps } from './handler-deps'

function refused(unlocking: Exclude<Unlocking, { result: 'done' }>): Failure {
  if (unlocking.result === 'none-yet') return failure('passphrase-wrong', 'There is none yet')
  if (unlocking.result === 'wrong' && unlocking.triesLeft > 0)
    return failure('passphrase-wrong', '')
  return failure('passphrase-paused', '')
}

/** A try is counted on the disk before it is judged: a disk that cannot be written lets nobody try. */
function notWritten(error: unknown): Failure {
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return failure('storage-failed', code)
  throw error
}

/** The passphrase that seals the keys where no keychain is. */
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
          // How long a pause is, is in the till's state.
          changed()
          return refused(unlocked)
        }
        staff.look()
        if (connections.stage().name === 'locked') await connections.reopen()
        changed()
        return success(null)
      }),
  }
}
