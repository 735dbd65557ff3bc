import { expect, it } from 'vitest'
import { dayCalls } from '../../../shared/ipc/calls/day'

const press = { draftId: '0192f000-0000-7000-8000-000000000001', value: 0 }

it.each(['payIn', 'payOut'] as const)('%s takes no sum of nothing', name => {
  const { argument } = dayCalls[name]
  const read = (value: number) => argument.safeParse({ ...press, value, reason: 'Change' }).success
  expect([0, 1].map(read)).toEqual([false, true])
})

it('a drawer may begin empty', () => {
  expect(dayCalls.setFloat.argument.safeParse(press).success).toBe(true)
})
