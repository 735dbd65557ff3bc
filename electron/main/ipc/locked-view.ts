import type { ConnectionView, TillState } from '../../../shared/ipc/till-state'
import { forEachField } from '../../../shared/payment/customer-fields'
import { noWords } from '../../../shared/payment/status-words'

/**
 * What a window may know while the till is locked: that it is there, whose it is, and who may sign in.
 * Of a sale, a customer or the way to the service it knows nothing.
 */
export function lockedView(state: TillState): TillState {
  const { stage, settings } = state
  const customer = forEachField(() => '')
  return {
    ...state,
    stage: stage.name === 'blocked' ? { ...stage, detail: '' } : stage,
    recovery: { tryingAlone: state.recovery.tryingAlone, interrupted: [], readBack: null },
    account: null,
    seenOpen: {},
    settings: { ...settings, shop: { ...settings.shop, customer } },
    connections: {
      sandbox: hidden(state.connections.sandbox),
      production: hidden(state.connections.production),
    },
    shopDatabase: state.shopDatabase && {
      ...state.shopDatabase,
      ...{ address: '', role: '', handedOverTwice: [] },
    },
    changes: [],
    wholeCheck: { wholeAt: null, status: { name: 'none' } },
  }
}

function hidden(connection: ConnectionView): ConnectionView {
  return {
    ...connection,
    address: '',
    webhookAddress: '',
    keyEndings: null,
    words: noWords,
    authorities: [],
  }
}
