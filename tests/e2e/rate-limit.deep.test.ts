import type { PracticeService } from '../../electron/practice'
import {
  expectState,
  requests,
  type ServiceRequest,
  slowDown,
} from '../support/window/expectations'
import { chargeButton, fillMobile, phones } from '../support/window/sale'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

test.describe.configure({ mode: 'parallel' })

/** The requests that came although an earlier answer had asked to wait `ms` and it was not over. */
function tooEarly(seen: readonly ServiceRequest[], ms: number): ServiceRequest[] {
  const throttled = seen.filter(({ status }) => status === 429)
  // What was already on the wire when the 429 was given is no disobedience.
  const sameMoment = 50
  return seen.filter(({ at }) =>
    throttled.some(asked => at > asked.at + sameMoment && at < asked.at + ms),
  )
}

const seconds = 3

const forms: Record<string, () => Record<string, string>> = {
  'Retry-After in seconds': () => ({ 'retry-after': String(seconds) }),
  'Retry-After as a date': () => ({ 'retry-after': dateIn(seconds + 1) }),
  'X-RateLimit-Reset in seconds': () => ({ 'x-ratelimit-reset': String(seconds) }),
  'X-RateLimit-Reset in epoch seconds': () => ({
    'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + seconds + 1),
  }),
  'X-RateLimit-Reset in epoch milliseconds': () => ({
    'x-ratelimit-reset': String(Date.now() + seconds * 1000 + 1000),
  }),
  'X-RateLimit-Reset as a date': () => ({ 'x-ratelimit-reset': dateIn(seconds + 1) }),
}

function dateIn(fromNow: number): string {
  return new Date(Date.now() + fromNow * 1000).toUTCString()
}

/** One sale that is asked to wait in this form, waits, says so, and is paid once. */
async function waitsOut({ page }: Till, service: PracticeService, form: string): Promise<void> {
  service.control.reset()
  await fillMobile(page, { phone: phones.approves })
  // Last of all: some forms name a moment, and filling in takes its time.
  const headers = forms[form]?.() ?? {}
  const refusal = { kind: 'answer', status: 429, headers, body: slowDown } as const
  service.control.rule({ operation: 'mobile-create' }, { when: 'before', effect: refusal })
  await chargeButton(page).click()
  await expectState(page, 'Waiting to send')
  await expect(page.getByRole('banner')).toContainText('asked us to wait')
  await expectState(page, 'Paid')
  expect(service.control.payments()).toHaveLength(1)
  expect(tooEarly(requests(service), seconds * 1000 - 50)).toEqual([])
}

for (const header of ['Retry-After', 'X-RateLimit-Reset'])
  test(`429 with ${header}, in each form: waited out, said, and then paid once`, async ({
    till,
    service,
  }) => {
    test.slow()
    for (const form of Object.keys(forms).filter(name => name.startsWith(header)))
      await test.step(form, () => waitsOut(till, service, form))
  })
