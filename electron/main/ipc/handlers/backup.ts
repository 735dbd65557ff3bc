import { success } from '../../../../shared/ipc/result'
import { whyNoProof } from '../../people/access'
import type { Handlers } from '../register'
import { type HandlerDeps, stillOf } from './handler-deps'

/** Backups of the till, and going on from one. */
export function backupHandlers({
  backups,
  store,
  staff,
  connections,
}: HandlerDeps): Handlers['backup'] {
  return {
    save: (asked, caller) => backups.save(asked, stillOf(caller)),
    beginDaily: (asked, caller) => backups.beginDaily(asked, stillOf(caller)),
    endDaily: () => backups.endDaily(),
    showInFolder: () => backups.showInFolder(),
    choose: (_nothing, caller) => backups.choose(stillOf(caller)),
    inspect: ({ passphrase }) => backups.inspect(passphrase),
    restore: (asked, caller) => backups.restore(asked, stillOf(caller)),
    cancel: () => backups.cancel(),
    async goOn({ proof }) {
      const fault = staff.at().state === 'none' ? await whyNoProof(store, proof) : null
      if (fault) return fault
      store.commit(document => ({ ...document, restored: null }))
      await connections.reopen()
      return success(null)
    },
  }
}
