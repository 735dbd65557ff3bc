import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../../../electron/main/service/exchange'
import { withoutSecret } from '../../../../electron/main/service/exchange'
import { errorBody } from '../../../support/service/answers'
import { startHttpService } from '../../../support/service/loopback-service'
import { apiSecret, clientFor, prepared, secret } from '../../../support/service/till-end'

describe('a secret that the service repeats', () => {
  it('reaches nobody: not the message, and not any other field', async () => {
    const endpoint = await startHttpService((response, { headers }) => {
      const message = `The key ${headers['x-api-secret']} (${headers['x-api-secret']}) is not valid`
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end(JSON.stringify(errorBody(401, `${headers['x-api-secret']}`, message)))
    })
    const answer = await clientFor(endpoint.address).createMobilePayment(prepared)
    expect(answer).toMatchObject({ message: 'The key [hidden] ([hidden]) is not valid' })
    expect(JSON.stringify(answer)).not.toContain(apiSecret)
  })

  it('is found with its slashes escaped', async () => {
    const endpoint = await startHttpService((response, { headers }) => {
      const text = JSON.stringify(errorBody(401, 'x', `${headers['x-api-secret']}`))
      response.writeHead(401).end(text.replaceAll('/', '\\/'))
    })
    const keys = () => ({ apiKey: secret('pk'), apiSecret: secret('sk/with/slashes==') })
    const answer = await clientFor(endpoint.address, { keys }).createMobilePayment(prepared)
    expect(answer).toMatchObject({ message: '[hidden]' })
  })

  const response = (text: string): Exchange => ({
    kind: 'response',
    status: 200,
    headers: {},
    body: { kind: 'whole', bytes: Buffer.from(text) },
  })

  it('changes nothing where it is not, or where it is too short to be one', () => {
    const exchange = response('{"status":"success"}')
    expect(withoutSecret(exchange, 'sk-test-very-secret')).toBe(exchange)
    expect(withoutSecret(exchange, 'status')).toBe(exchange)
  })
})
