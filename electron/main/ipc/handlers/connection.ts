import { answer } from '../../../../shared/ipc/answer'
import { saveAndTest } from '../../connections/connection-saver'
import type { Handlers } from '../register'
import type { HandlerNeeds } from './needs'

/** How the till comes to the service. */
export function connectionHandlers(needs: HandlerNeeds): Handlers['connection'] {
  const { door, settings } = needs
  return {
    async saveAndTest(typed) {
      const tested = await saveAndTest(typed, needs)
      if (tested.ok && tested.value.saved && settings.get().active === typed.kind)
        await door.reopen()
      needs.changed()
      return tested
    },
    async choose({ kind }) {
      settings.update(all => ({ ...all, active: kind }))
      await door.reopen()
      return answer(null)
    },
  }
}
