import { expect, it } from 'vitest'
import { type LaterEvent, mayFollow } from '../../../shared/payment/transitions'
import {
  disagreeing,
  failedOutcome,
  onceAccepted,
  paymentIn,
  samples,
  unrecognised,
} from '../../support/payments/payments'

const printed = samples['receipt-printed']
const givenBack = samples['given-back']
const takenBack = { ...givenBack, way: 'service', why: 'taken-back' } as const
const undone = { ...samples.undone, what: 'given-back' } as const
const paid = (...events: LaterEvent[]) => paymentIn('settled', ...events)

it.each([
  ['the first receipt has a number', paid(), { ...printed, number: 7 }, true],
  ['a slip without one comes before', paid(), { ...printed, copy: 0 }, true],
  ['a copy has none', paid({ ...printed, number: 7 }), { ...printed, copy: 2, number: 8 }, false],
  [
    'nor is the number given twice',
    paid({ ...printed, number: 7 }),
    { ...printed, number: 8 },
    false,
  ],
  ['copies count up', paid({ ...printed, number: 7 }), { ...printed, copy: 2 }, true],
  ['and not back', paid({ ...printed, copy: 3 }), { ...printed, copy: 2 }, false],
  ['no slip follows a receipt', paid({ ...printed, number: 7 }), { ...printed, copy: 0 }, false],
  ['nothing is printed for a push that failed', onceAccepted(failedOutcome), printed, false],
  ['the provider disagrees with paid', paid(), samples['provider-disagreed'], true],
  ['and with failed', onceAccepted(failedOutcome), samples['provider-disagreed'], true],
  [
    'not with a word that is not known',
    onceAccepted(unrecognised),
    samples['provider-disagreed'],
    false,
  ],
  ['a customer is removed from what is paid', paid(), samples['customer-removed'], true],
  ['from what may be paid for ever', paymentIn('expired'), samples['customer-removed'], true],
  [
    'not from what waits for a manager',
    onceAccepted(disagreeing),
    samples['customer-removed'],
    false,
  ],
  ['goods go once', paid(samples['goods-handed-over']), samples['goods-handed-over'], false],
  ['no more goes back than came', paid(), { ...givenBack, value: 15_001 }, false],
  ['and none of it twice', paid(givenBack), { ...givenBack, value: 1 }, false],
  ['what was given back is undone', paid(givenBack), undone, true],
  ['not before', paid(), undone, false],
  ['nor what the service took', paid(samples.contradicted, takenBack), undone, false],
] satisfies [string, ReturnType<typeof paid>, LaterEvent, boolean][])(
  '%s',
  (_what, payment, event, may) => {
    expect(mayFollow(payment, event)).toBe(may)
  },
)
