import { createServer } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { callFault } from '../../../../electron/main/service'
import { type Certificate, makeCertificate } from '../../../support/service/certificate'
import { listen } from '../../../support/service/loopback-service'
import { clientFor } from '../../../support/service/till-end'

const here = ['127.0.0.1']
const day = 86_400_000
const now = Date.now()
const issuer = await makeCertificate([], { name: 'Kijani Root CA' })

/** What a till that trusts the authority makes of a server with this certificate. */
async function faultOf(certificate: Certificate) {
  const server = createServer({ ...certificate }, socket => socket.on('error', () => undefined))
  const port = await listen(server)
  const client = clientFor(`https://127.0.0.1:${port}`, { certificateAuthorities: [issuer.cert] })
  const answer = await client.readMobilePayment('r')
  return answer.class === 'unreachable' ? callFault(answer) : answer.class
}

describe('each fault of a certificate has its own words', () => {
  it.each([
    ['not valid yet', { issuer, from: now + day, to: now + 9 * day }, here, 'clock-wrong'],
    ['expired', { issuer, from: now - 9 * day, to: now - day }, here, 'certificate-expired'],
    ['for another name', { issuer }, ['pay.example'], 'certificate-of-another'],
    ['of an unknown authority', {}, here, 'certificate-not-trusted'],
  ])('%s', async (_name, options, hosts, fault) => {
    expect(await faultOf(await makeCertificate(hosts, options))).toBe(fault)
  })
})

it.each([
  ['dns', 'ENOTFOUND', 'no-internet'],
  ['connection-refused', 'ECONNREFUSED', 'service-trouble'],
  ['tls', 'EPROTO', 'insecure'],
  ['proxy', 'PROXY_AUTH_NEEDED', 'proxy-password'],
  ['proxy', 'PROXY_REFUSED', 'proxy'],
  ['aborted', 'CLIENT_CLOSED', null],
] as const)('%s, %s: %s', (reason, detail, fault) => {
  expect(callFault({ reason, detail })).toBe(fault)
})
