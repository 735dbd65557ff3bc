import { failure, success } from '../../shared/ipc/result'
import { withMethods } from '../support/parts'
import type { Plant } from './ipc-till'

/** Faults that a handler could have; each must be found by the hunt. */
export const plantedInCalls: Record<string, Plant> = {
  'handlers that throw at a payment that is not there': handlers => {
    const lost = () => {
      throw new Error('no row')
    }
    const { history, act } = handlers.payments
    const strict =
      <Asked, Answered>(handle: (asked: Asked) => Answered) =>
      async (asked: Asked): Promise<Awaited<Answered>> => {
        const answered = await handle(asked)
        return (answered as { code?: string }).code === 'no-such-payment' ? lost() : answered
      }
    return {
      ...handlers,
      payments: {
        ...handlers.payments,
        history: strict(history),
        act: strict(act),
      },
    }
  },
  'a key in the answer': handlers => ({
    ...handlers,
    key: withMethods(handlers.key, {
      open: ({ passphrase }) => failure('proof-wrong', `${passphrase} is wrong`),
    }),
  }),
  'an answer without its end': handlers => ({
    ...handlers,
    // A fault on purpose: the types forbid it.
    till: { ...handlers.till, state: () => undefined as never },
  }),
  'a code that no screen knows': handlers => ({
    ...handlers,
    payments: { ...handlers.payments, act: () => failure('oops' as never, 'stopped') },
  }),
  'a changed prototype': handlers => ({
    ...handlers,
    customers: withMethods(handlers.customers, {
      find: () => {
        Object.assign(Object.prototype, { polluted: true })
        return success([])
      },
    }),
  }),
}
