import { expectState, requests, slowDown } from '../support/window/expectations'
import { phones, sellMobile } from '../support/window/sale'
import { expect, test } from '../support/window/test'

test.describe.configure({ mode: 'parallel' })

test('429 without any header: the till slows down by itself', async ({
  till: { page },
  service,
}) => {
  const refusal = { kind: 'answer', status: 429, headers: {}, body: slowDown } as const
  service.control.rule({}, { when: 'before', effect: refusal }, 3)
  await sellMobile(page, { phone: phones.approves })
  await expectState(page, 'Paid')
  expect(service.control.payments()).toHaveLength(1)
  expect(requests(service).filter(({ status }) => status === 429)).toHaveLength(3)
})

test('nothing left of the window: the till waits before it is told to', async ({
  till: { page },
  service,
}) => {
  service.control.setRateLimit({ limit: 3, windowSeconds: 4, resetAs: 'epoch-seconds' })
  await sellMobile(page, { phone: phones.neverAnswers, amount: '15000' })
  await sellMobile(page, { phone: phones.approves, amount: '16000' })
  await expectState(page, 'Paid')
  expect(service.control.payments()).toHaveLength(2)
  expect(requests(service).filter(({ status }) => status === 429)).toEqual([])
})
