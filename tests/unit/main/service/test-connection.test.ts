import { describe, expect, it } from 'vitest'
import { testConnection } from '../../../../electron/main/service'
import { envelope, errorBody } from '../../../support/service/answers'
import { makeCertificate } from '../../../support/service/certificate'
import {
  created,
  json,
  page,
  type Reply,
  startHttpService,
} from '../../../support/service/loopback-service'
import { clientFor } from '../../../support/service/till-end'

describe('trying a connection with a harmless status read (§4.2)', () => {
  it.each<[string, Reply, string, string]>([
    ['a validation error', json(400, errorBody(400, 'validation_error', 'Bad')), 'works', 'Bad'],
    ['a status', json(200, envelope({ status: 'pending' })), 'works', ''],
    ['an empty envelope', json(200, envelope({})), 'works', 'no-payment-status'],
    ['401', json(401, errorBody(401, 'unauthorized', 'Bad key')), 'keys-rejected', 'Bad key'],
    ['403', json(403, errorBody(403, 'forbidden', 'Not you')), 'forbidden', 'Not you'],
    ['a page', page(200, 'text/html', '<html>Log in</html>'), 'not-this-service', 'page'],
    ['a 404 page', page(404, 'text/html', 'Nothing here'), 'not-this-service', 'not-json'],
    ['a proxy’s 401', page(401, 'text/html', 'Who?'), 'not-this-service', 'not-json'],
    ['a redirect', page(302, 'text/html', ''), 'not-this-service', 'redirect'],
    ['an error body in 200', json(200, errorBody(404, 'x', 'None')), 'works', '404 x: None'],
    ['401 in 200', json(200, errorBody(401, 'x', 'Bad key')), 'keys-rejected', '401 x: Bad key'],
    ['a 401 in its words', json(200, errorBody(404, 'x', 'No 401')), 'works', '404 x: No 401'],
    ['a status in a page', page(200, 'text/html', '{"data":{"status":"pending"}}'), 'works', ''],
    ['other JSON', json(200, { ok: true }), 'not-this-service', 'not-the-envelope'],
    ['429', json(429, {}), 'unreachable', 'throttled'],
    ['503', json(503, {}), 'unreachable', 'server-error'],
  ])('%s', async (_what, reply, result, detail) => {
    const endpoint = await startHttpService(reply)
    const client = clientFor(endpoint.address)
    expect(await testConnection(client, client)).toEqual({ result, detail })
    expect(endpoint.seen.map(seen => seen.path)).toEqual(['/service/merchant/payments/status'])
  })

  it('no service there', async () => {
    const client = clientFor('http://127.0.0.1:1')
    const refused = { result: 'unreachable', detail: 'connection-refused' }
    expect(await testConnection(client, client)).toEqual(refused)
  })

  it('a service whose certificate is not trusted', async () => {
    const endpoint = await startHttpService(created, await makeCertificate(['127.0.0.1']))
    const client = clientFor(endpoint.address)
    const unknown = { result: 'unreachable', detail: 'certificate-not-trusted' }
    expect(await testConnection(client, client)).toEqual(unknown)
    expect(endpoint.seen).toEqual([])
  })

  it('404 with another code elsewhere: the path is there', async () => {
    const saying = async (code: string) => {
      const { address } = await startHttpService(json(404, errorBody(404, code, 'None')))
      return clientFor(address)
    }
    const tested = await testConnection(await saying('no_payment'), await saying('no_path'))
    expect(tested).toEqual({ result: 'works', detail: 'None' })
  })

  it.each([
    ['this payment is not there', 'No payment', 'Nothing at this path', 'works'],
    ['nothing is there at all', 'Nothing at this path', 'Nothing at this path', 'not-this-service'],
  ])('404 because %s', async (_why, here, elsewhere, result) => {
    const saying = async (text: string) => {
      const { address } = await startHttpService(json(404, errorBody(404, 'not_found', text)))
      return clientFor(address)
    }
    const tested = await testConnection(await saying(here), await saying(elsewhere))
    expect(tested).toEqual({ result, detail: here })
  })
})
