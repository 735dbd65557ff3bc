import { describe, expect, it } from 'vitest'
import { AccountGate, ConnectionLights } from '../../../../electron/main/payments/account-gate'
import { noSuchReference, type ServiceResponse } from '../../../../electron/main/service'
import type { Light } from '../../../../shared/ipc/till-state'
import {
  read,
  refused,
  throttled,
  unauthorized,
  unintelligible,
  unreachable,
} from '../../../support/payments/answers'
import { createVirtualClock, morning, settled } from '../../../support/payments/clock'

function open() {
  let changes = 0
  const gate = { keysRejected: false }
  const changed = () => {
    changes += 1
  }
  const lights = new ConnectionLights(changed, () => gate.keysRejected)
  return { lights, gate, changes: () => changes }
}

/** RFC 6585 §6. */
const signIn = { ...unintelligible('server-error'), httpStatus: 511 } as ServiceResponse<never>

describe('the lights', () => {
  it('know nothing before the first call', () => {
    expect(open().lights.lights()).toEqual({ internet: 'unasked', service: 'unasked' })
  })

  it.each<[string, ServiceResponse<unknown>, Light, Light]>([
    ['an answer', read('pending'), 'on', 'on'],
    ['a refusal', refused(400), 'on', 'on'],
    ['a 429', throttled(null), 'on', 'busy'],
    ['a 401', unauthorized, 'on', 'keys-rejected'],
    ['keys that cannot be sent', { class: 'unsent', detail: '' }, 'unasked', 'keys-unfit'],
    ['a page', unintelligible('page'), 'portal', 'off'],
    ['what is no JSON', unintelligible('not-json'), 'on', 'off'],
    ['a redirect', unintelligible('redirect'), 'portal', 'off'],
    ['JSON that is not the envelope', unintelligible('not-the-envelope'), 'on', 'off'],
    ['an error body in a 200', unintelligible('error-body'), 'on', 'on'],
    ['a sign-in asked for', signIn, 'portal', 'off'],
    ['an answer cut off', unintelligible('cut-off'), 'on', 'off'],
    ['an envelope without a reference', unintelligible('no-reference'), 'on', 'on'],
    ['a 503', unintelligible('server-error'), 'on', 'off'],
    ['no name', unreachable('no', 'dns'), 'off', 'off'],
    ['no route', unreachable('no', 'no-route'), 'off', 'off'],
    ['a proxy that does not let through', unreachable('no', 'proxy'), 'off', 'off'],
    ['a timeout', unreachable('maybe', 'timeout'), 'off', 'off'],
    ['a connection that never came', unreachable('no', 'connect-timeout'), 'off', 'off'],
    ['a lost connection', unreachable('maybe'), 'off', 'off'],
    ['what the till broke off', unreachable('maybe', 'aborted'), 'unasked', 'unasked'],
    ['what is no HTTP', unintelligible('not-http'), 'portal', 'off'],
    ['an odd status', unintelligible('unexpected-status'), 'portal', 'off'],
    ['no service listening', unreachable('no', 'connection-refused'), 'on', 'off'],
    ['a false certificate', unreachable('no', 'tls'), 'on', 'off'],
  ])('after %s', (_name, answer, internet, service) => {
    const { lights } = open()
    lights.note(answer)
    expect(lights.lights()).toEqual({ internet, service })
  })

  it('are announced when they change, and only then', () => {
    const { lights, changes } = open()
    for (const answer of [read('pending'), read('paid'), refused(400)]) lights.note(answer)
    expect(changes()).toBe(1)
    lights.note(unreachable('no', 'dns'))
    expect(changes()).toBe(2)
    // The lights are as they were, and why is another thing.
    lights.note(unreachable('no', 'proxy'))
    expect(changes()).toBe(3)
    for (const reason of ['page', 'not-json'] as const) lights.note(unintelligible(reason))
    expect(changes()).toBe(5)
  })

  it('say why the last call did not reach the service', () => {
    const { lights } = open()
    lights.note(unreachable('no', 'dns'))
    expect(lights.fault()).toBe('no-internet')
    lights.note(unintelligible('page'))
    expect(lights.fault()).toBeNull()
  })
})

describe('rejected keys (§5.6)', () => {
  function rejected() {
    const opened = open()
    opened.gate.keysRejected = true
    opened.lights.note(unauthorized)
    return opened
  }

  it('stay rejected for as long as the gate says so, whatever answers come late', () => {
    const { lights } = rejected()
    lights.note(read('pending'))
    expect(lights.lights()).toEqual({ internet: 'on', service: 'keys-rejected' })
  })

  it('are said too where the first answer that comes is of a call from before', () => {
    const { lights, gate } = open()
    gate.keysRejected = true
    lights.note(read('pending'))
    expect(lights.lights().service).toBe('keys-rejected')
  })

  it('that the till itself cannot send are said as that, and nothing of the network', () => {
    const { lights, gate } = open()
    gate.keysRejected = true
    lights.note({ class: 'unsent', detail: '' })
    lights.note(read('pending'))
    expect(lights.lights()).toEqual({ internet: 'on', service: 'keys-unfit' })
    lights.note(unauthorized)
    expect(lights.lights()).toEqual({ internet: 'on', service: 'keys-rejected' })
  })

  it('still let it be seen that the network is gone', () => {
    const { lights } = rejected()
    lights.note(unreachable('no', 'dns'))
    expect(lights.lights()).toEqual({ internet: 'off', service: 'keys-rejected' })
  })

  it('are good again with the answer that the gate believed', () => {
    const { lights, gate, changes } = rejected()
    gate.keysRejected = false
    lights.note(refused(404))
    expect(lights.lights()).toEqual({ internet: 'on', service: 'on' })
    expect(changes()).toBe(2)
  })
})

/** A gate to an account, and what it told. */
function openAccount() {
  const clock = createVirtualClock()
  const told: string[] = []
  const probes: string[] = []
  const account = new AccountGate({
    ...{ clock, fraction: () => 0, tills: () => 1 },
    client: {
      readMobilePayment(reference) {
        probes.push(reference)
        return Promise.resolve(refused(400))
      },
    },
    healthChanged: () => told.push('health'),
    gateChanged: () => told.push('gate'),
    reopened: () => told.push('reopened'),
    fault(error) {
      throw error
    },
  })
  /** A call that is answered with this after so many ms. */
  async function call(answer: ServiceResponse<unknown>, { readOf = '', took = 0 } = {}) {
    account.gate.join({
      ...{ key: 'call', priority: 'create', since: 0, atOnce: true },
      begin: run =>
        void run(async () => {
          await clock.pass(took)
          return answer
        }, readOf || undefined),
    })
    await settled()
  }
  return { account, clock, call, told, probes }
}

function promised(): [
  Promise<ServiceResponse<unknown>>,
  (answer: ServiceResponse<unknown>) => void,
] {
  let resolve: (answer: ServiceResponse<unknown>) => void = () => {}
  const promise = new Promise<ServiceResponse<unknown>>(each => {
    resolve = each
  })
  return [promise, answer => resolve(answer)]
}

describe('the gate to an account', () => {
  it('says the end of a wait on the wall clock, and that it changed', async () => {
    const { account, clock, call, told } = openAccount()
    expect(account.view()).toEqual({ state: 'open', until: null })
    await call(read('pending'))
    told.length = 0
    await call(throttled(5_000))
    const until = clock.wall() + 5_000
    expect(account.view()).toEqual({ state: 'asked-to-wait', until })
    expect(account.lights()).toEqual({ internet: 'on', service: 'busy' })
    expect(told).toEqual(expect.arrayContaining(['gate', 'health']))
  })

  it('does not blame the service for one payment whose reads fail, but for two', async () => {
    const { account, call } = openAccount()
    const fault = unintelligible('server-error')
    await call(fault, { readOf: 'a' })
    expect(account.lights().service).toBe('unasked')
    await call(fault, { readOf: 'b' })
    expect(account.lights().service).toBe('off')
  })

  it('says why the service was not reached', async () => {
    const { account, call } = openAccount()
    await call(unreachable('no', 'dns'))
    expect(account.fault()).toBe('no-internet')
  })

  it('learns the service’s time, to within what the call took', async () => {
    const { account, call, told } = openAccount()
    await call(read('pending', {}, morning + 60_000))
    expect(told).toContain('health')
    const ahead = account.serviceClock.offset()
    expect(ahead).toBeGreaterThan(59_000)
    await call(read('pending', {}, morning + 58_000), { took: 100 })
    expect(account.serviceClock.offset()).toBeLessThan(ahead - 1_000)
  })

  it('finds out by one read of no payment whether rejected keys work again', async () => {
    const { account, clock, call, told, probes } = openAccount()
    const [late, answerLate] = promised()
    account.gate.join({
      ...{ key: 'late', priority: 'create', since: 0 },
      begin: run => void run(() => late),
    })
    await call(unauthorized)
    answerLate(read('pending'))
    await settled()
    expect(account.lights().service).toBe('keys-rejected')
    await clock.pass(60_000)
    expect(probes).toEqual([noSuchReference])
    expect(account.lights().service).toBe('on')
    expect(told).toContain('reopened')
  })
})
