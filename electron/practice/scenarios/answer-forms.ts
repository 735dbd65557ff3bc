import { approve, practicePhone, type Scenario } from './scenario'

/** Answers in the forms that real services use; what happens is plain. */
export const answerFormScenarios: readonly Scenario[] = [
  {
    id: 'flat-paid',
    phone: practicePhone(50),
    title: 'Answers in another form, paid',
    description:
      'The service answers in another form, as real services do (flat, in capitals). The customer pays.',
    answers: 'flat',
    steps: [approve],
  },
  {
    id: 'flat-failed',
    phone: practicePhone(51),
    title: 'Answers in another form, failed',
    description:
      'The service answers in another form, as real services do (flat, in capitals). The customer says no.',
    answers: 'flat',
    steps: [{ when: 'approval', status: 'failed', providerStatus: 'DECLINED' }],
  },
  {
    id: 'in-progress-word',
    phone: practicePhone(52),
    title: 'Another word for in progress',
    description: 'The status is "processing" at first, and "completed" 10 seconds later.',
    steps: [
      { when: 'approval', status: 'processing', providerStatus: null },
      { ...approve, when: { secondsAfterApproval: 10 } },
    ],
  },
  {
    id: 'numeric-envelope',
    phone: practicePhone(53),
    title: '201 for success',
    description: 'The answers say 201 where other services say "success". The customer pays.',
    answers: 'numeric',
    steps: [approve],
  },
  {
    id: 'repeat-shows-paid',
    phone: practicePhone(54),
    title: 'Answer lost, already paid',
    description:
      'The customer pays at once, but the answer is lost. The answer to the repeat says "completed".',
    answers: 'created',
    createFault: { when: 'after', effect: { kind: 'drop' } },
    steps: [{ ...approve, when: { seconds: 0 } }],
  },
]
