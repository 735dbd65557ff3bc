import { describe, expect, it } from 'vitest'
import type { ServiceResponse, StatusRead } from '../../../../../electron/main/service'
import {
  evenCustomers,
  type Followed,
  follow,
  ourPlan,
  readFate,
} from '../../../../bench/polling-model'
import { accepted, read, unreachable } from '../../../../support/payments/answers'
import type { VirtualClock } from '../../../../support/payments/clock'
import { openEngine } from '../../../../support/payments/engine'
import { mobileDraft } from '../../../../support/payments/payments'
import { succeeded } from '../../../../support/results'
import { createSeededRandom } from '../../../../support/seeded-random'

const lifetime = 900_000

/** The same customer, network and jitter, once for the model and once for the engine. */
const customer = (seed: number) => evenCustomers(createSeededRandom(seed).fraction)
const network = (seed: number) => {
  const fraction = createSeededRandom(seed + 1_000).fraction
  return () => readFate(fraction)
}
/** The same for both: the engine's gate draws from the jitter too, which shifts a seeded one. */
const jitter = (seed: number) => () => (seed % 8) / 8

/** Follows one payment through the real counter and the real ledger, in virtual time. */
async function followForReal(seed: number): Promise<Followed> {
  const { ledger, client, clock, engine } = openEngine({ fraction: jitter(seed) })
  client.creates.push(accepted({ expiresAt: clock.wall() + lifetime }))
  const approvedAt = clock.monotonic() + customer(seed)
  client.otherwise.read = scripted(clock, approvedAt, network(seed))
  const sold = succeeded(engine.presses.request(mobileDraft()))
  await clock.pass(300_000)
  const settledAt = clock.monotonic() + (ledger.find(sold.id)?.settledAt ?? 0) - clock.wall()
  const reads = client.calls.filter(call => call.operation === 'read-mobile').length
  return { delay: settledAt - approvedAt, reads }
}

/** A service that looks at its books half-way through each read. */
function scripted(clock: VirtualClock, approvedAt: number, fate: ReturnType<typeof network>) {
  return (): Promise<ServiceResponse<StatusRead>> => {
    const { takes, lost } = fate()
    const status = clock.monotonic() + takes / 2 >= approvedAt ? 'completed' : 'pending'
    const answer = lost ? unreachable('maybe') : read(status)
    return new Promise(resolve => clock.after(takes, () => resolve(answer)))
  }
}

describe('the model that the polling benchmark measures', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('reads when the counter does (customer %i)', async seed => {
    const modelled = follow(customer(seed), ourPlan(jitter(seed), lifetime), network(seed))
    expect(await followForReal(seed)).toEqual(modelled)
  })
})
