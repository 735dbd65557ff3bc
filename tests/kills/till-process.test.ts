import { spawn } from 'node:child_process'
import { expect, it } from 'vitest'
import { type Push, watchTill } from './till-process'

it('a message about something else does not change the reported stage', async () => {
  const child = spawn(process.execPath, ['-e', ''])
  const { till, hear } = watchTill(child, async () => null)
  // Only what is looked at of the state is there.
  hear({ push: 'tillChanged', value: { stage: { name: 'selling' } } } as Push)
  hear({ push: 'soundDue', value: 'paid' })
  expect(till.stage()).toEqual({ name: 'selling' })
  await till.ended
})
