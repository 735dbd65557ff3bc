import type { AuthorityView } from '../../../../shared/authority'
import type { ServiceKind } from '../../../../shared/connection'
import { answer } from '../../../../shared/ipc/answer'
import { addAuthority } from '../../connections/authority-adder'
import { saveAndTest } from '../../connections/connection-saver'
import type { Handlers } from '../register'
import type { HandlerNeeds } from './needs'

/** How the till comes to the service. */
export function connectionHandlers(needs: HandlerNeeds): Handlers['connection'] {
  const { door, settings } = needs

  /** Calls go on over new connections, which ask for certificates that are trusted now. */
  async function trustChanged(kind: ServiceKind): Promise<void> {
    if (settings.get().active === kind) await door.reopen()
    needs.changed()
  }

  function recordAdded(kind: ServiceKind, authorities: readonly AuthorityView[]): void {
    const { record, staff } = needs
    const write = staff.at().state === 'none' ? record.writeOrHold : record.write
    for (const { subject, fingerprint } of authorities)
      write('authority-added', needs.person(), { kind, subject, fingerprint })
  }

  return {
    async saveAndTest(typed) {
      const tested = await saveAndTest(typed, needs)
      if (tested.ok && tested.value.saved && settings.get().active === typed.kind)
        await door.reopen()
      needs.changed()
      return tested
    },
    async addAuthority({ kind }) {
      const record = (authorities: readonly AuthorityView[]) => recordAdded(kind, authorities)
      const done = await addAuthority(kind, { ...needs, record })
      if (done.ok && done.value.added) await trustChanged(kind)
      return done
    },
    async removeAuthorities({ kind }) {
      settings.update(all => ({ ...all, [kind]: { ...all[kind], authorities: [] } }))
      await trustChanged(kind)
      return answer(null)
    },
    choose: ({ kind }) => door.choose(all => ({ ...all, active: kind })),
  }
}
