import { expect, it } from 'vitest'
import { unauthorized } from '../../../../support/payments/answers'
import { gateWorld } from '../../../../support/payments/gate'

it('sets no timer while the probe of rejected keys is on its way', async () => {
  const { clock, join, say, keys } = gateWorld()
  join('a')
  await say('a', unauthorized)
  await clock.pass(60_000)
  expect(keys()).toEqual(['a', 'keys'])
  expect(clock.alarms()).toBe(0)
  await say('keys', unauthorized)
  await clock.pass(120_000)
  expect(keys()).toEqual(['a', 'keys', 'keys'])
})
