import type { Change } from '../answers/changes'
import { approve, practicePhone, type Scenario } from './scenario'

const fourHours = 4 * 3600
const tenMinutes = 10 * 60

/** The UTC time with the label of East Africa: three hours too early. */
const mislabelledExpiry: Change = fields => ({
  ...fields,
  expires_at: String(fields.expires_at).replace('Z', '+03:00'),
})

/** Long lifetimes, and times that cannot be right. */
export const times: readonly Scenario[] = [
  {
    id: 'four-hours-unanswered',
    phone: practicePhone(60),
    title: 'Four hours, no answer',
    description: 'The request expires after 4 hours. The customer does nothing.',
    sessionSeconds: fourHours,
    steps: [],
  },
  {
    id: 'four-hours-paid-late',
    phone: practicePhone(61),
    title: 'Four hours, paid after 4 minutes',
    description: 'The request expires after 4 hours. The customer pays after 4 minutes.',
    sessionSeconds: fourHours,
    steps: [{ ...approve, when: { seconds: 240 } }],
  },
  {
    id: 'expiry-in-the-past',
    phone: practicePhone(62),
    title: 'Expiry time in the past',
    description:
      'The expiry time has the wrong time zone: 3 hours too early. The customer pays after 30 seconds.',
    alterCreate: mislabelledExpiry,
    steps: [{ ...approve, when: { seconds: 30 } }],
  },
  {
    id: 'date-ahead',
    phone: practicePhone(63),
    title: 'Service clock is fast',
    description: 'The clock of the service is 10 minutes fast. The customer pays after 30 seconds.',
    dateAheadSeconds: tenMinutes,
    steps: [{ ...approve, when: { seconds: 30 } }],
  },
]
