import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../../../electron/main/service/exchange'
import { withoutKeys } from '../../../../electron/main/service/exchange'
import { errorBody } from '../../../support/service/answers'
import { startHttpService } from '../../../support/service/loopback-service'
import { apiKey, apiSecret, clientFor, prepared, secret } from '../../../support/service/till-end'

describe('a key that the service repeats', () => {
  it('reaches nobody: not the message, and not any other field', async () => {
    const endpoint = await startHttpService((response, { headers }) => {
      const message = `The key ${headers['x-api-key']} (${headers['x-api-secret']}) is not valid`
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify(
          errorBody(401, `${headers['x-api-key']} ${headers['x-api-secret']}`, message),
        ),
      )
    })
    const answer = await clientFor(endpoint.address).createMobilePayment(prepared)
    expect(answer).toMatchObject({ message: 'The key [hidden] ([hidden]) is not valid' })
    expect(JSON.stringify(answer)).not.toContain(apiSecret)
    expect(JSON.stringify(answer)).not.toContain(apiKey)
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

  it('is hidden whole where the API key is the beginning of the secret', () => {
    const hidden = withoutKeys(response('{"message":"shop-7-key-secret"}'), [
      'shop-7-key',
      'shop-7-key-secret',
    ])
    expect(hidden).toEqual(response('{"message":"[hidden]"}'))
  })

  it('changes nothing where it is not, or where it is too short to be one', () => {
    const exchange = response('{"status":"success"}')
    expect(withoutKeys(exchange, ['sk-test-very-secret'])).toBe(exchange)
    expect(withoutKeys(exchange, ['status'])).toBe(exchange)
  })
})
