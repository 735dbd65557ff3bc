import { type Answer, answer, failure } from '../../../../shared/ipc/answer'
import type { Vault } from '../../vault'
import type { Handlers } from '../register'
import type { HandlerNeeds } from './needs'

/** The passphrase that seals the keys where no keychain is. */
export function vaultHandlers({ vault, door, staff, changed }: HandlerNeeds): Handlers['vault'] {
  const withVault = async (work: (vault: Vault) => Promise<Answer<null>>): Promise<Answer<null>> =>
    vault.ok ? work(vault.vault) : failure('keys-unusable', vault.reason)

  return {
    createPassphrase: ({ passphrase }) =>
      withVault(async open => {
        const made = await open.createPassphrase(passphrase)
        if (made === 'too-short') return failure('passphrase-too-short', made)
        if (made === 'exists') return failure('passphrase-wrong', 'A passphrase is set already')
        changed()
        return answer(null)
      }),
    unlock: ({ passphrase }) =>
      withVault(async open => {
        const unlocked = await open.unlock(passphrase)
        if (unlocked !== 'done') return failure('passphrase-wrong', unlocked)
        staff.look()
        if (door.stage().name === 'locked') await door.reopen()
        changed()
        return answer(null)
      }),
  }
}
