import { describe, expect, it } from 'vitest'
import { ConnectionLights } from '../../../../electron/main/payments/account-gate'
import type { ServiceResponse } from '../../../../electron/main/service'
import type { Light } from '../../../../shared/ipc/till-state'
import {
  read,
  refused,
  throttled,
  unauthorized,
  unintelligible,
  unreachable,
} from '../../../support/payments/answers'

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
