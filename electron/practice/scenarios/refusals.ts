import { invalid, type Reply, refuse } from '../reply'
import { practicePhone, type Scenario } from './scenario'

const always = (reply: Reply) =>
  ({
    createFault: { when: 'before', effect: { kind: 'answer', ...reply } },
    createFaultRepeats: true,
  }) as const

/** What the service refuses, every time. */
export const refusals: readonly Scenario[] = [
  {
    id: 'refused',
    phone: practicePhone(40),
    title: 'Refused',
    description: 'The service does not accept the request (400). Nothing is created.',
    ...always(invalid('phone_number does not belong to a supported operator network.')),
  },
  {
    id: 'forbidden',
    phone: practicePhone(41),
    title: 'Not allowed',
    description: 'The account may not do this (403). Nothing is created.',
    ...always(refuse(403, 'forbidden', 'The account may not take this payment.')),
  },
  {
    id: 'payment-declined',
    phone: practicePhone(42),
    title: 'Declined at once',
    description: 'The operator declines the request at once (402). Nothing is created.',
    ...always(refuse(402, 'PAYMENT_DECLINED', 'The operator declined the payment.')),
  },
]
