import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import net from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import tls, { createServer, rootCertificates, type TlsOptions } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { trustedWith, trustOf } from '../../../../electron/main/platform/tls-trust'
import { type Certificate, makeCertificate } from '../../../support/service/certificate'
import { created, json, listen, startHttpService } from '../../../support/service/loopback-service'
import { apiKey, clientFor, pause, prepared } from '../../../support/service/till-end'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()

const here = ['127.0.0.1']
const authority = await makeCertificate([], { name: 'Kijani Root CA' })
const oldAuthority = await makeCertificate([], { name: authority.name, from: 1e12, to: 1.1e12 })
const another = await makeCertificate([])
const day = 86_400_000

/** Trusts these authorities; an answer has to begin within `headers` ms. */
const trusting = (authorities: readonly Certificate[], headers = 5_000) => ({
  certificateAuthorities: authorities.map(({ cert }) => cert),
  timeouts: { headers },
})

/** A TLS server that keeps every byte it could decrypt. */
async function listeningEndpoint(certificate: Certificate, options: TlsOptions = {}) {
  const heard: string[] = []
  const server = createServer({ ...certificate, ...options }, socket => {
    socket.on('data', piece => heard.push(piece.toString('latin1')))
    socket.on('error', () => undefined)
  })
  const port = await listen(server)
  return { address: `https://127.0.0.1:${port}`, port, heard: () => heard.join('') }
}

describe('not one line of a header reaches a server', () => {
  const now = Date.now()
  const trusted = { issuer: authority }
  const expired = { issuer: authority, from: now - 9 * day, to: now - day }
  const early = { issuer: authority, from: now + day, to: now + 9 * day }

  it.each([
    ['of an unknown authority', here, {}, []],
    ['of another authority', here, { issuer: another }, [authority]],
    ['with another name', ['pay.example'], trusted, [authority]],
    ['whose certificate has expired', here, expired, [authority]],
    ['whose certificate does not hold yet', here, early, [authority]],
    ['whose authority has expired', here, trusted, [oldAuthority]],
  ])('%s', async (_what, hosts, options, authorities) => {
    const endpoint = await listeningEndpoint(await makeCertificate(hosts, options))
    const client = clientFor(endpoint.address, trusting(authorities))
    const refused = { class: 'unreachable', sent: 'no', reason: 'tls' }
    expect(await client.createMobilePayment(prepared)).toMatchObject(refused)
    expect(await client.readMobilePayment('r')).toMatchObject(refused)
    await pause(50)
    expect(endpoint.heard()).toBe('')
  })

  it('which the same test hears once it is trusted', async () => {
    const endpoint = await listeningEndpoint(await makeCertificate(here, trusted))
    await clientFor(endpoint.address, trusting([authority], 200)).readMobilePayment('r')
    await expect.poll(endpoint.heard).toContain(apiKey)
  })
})

describe('a server that speaks TLS 1.1 at most', () => {
  it('gets not one line of a header, although this computer would speak it', async () => {
    // Node's own least version would hide a missing one of ours.
    const { DEFAULT_MIN_VERSION, DEFAULT_CIPHERS } = tls
    const ciphers = 'DEFAULT@SECLEVEL=0'
    Object.assign(tls, { DEFAULT_MIN_VERSION: 'TLSv1', DEFAULT_CIPHERS: ciphers })
    onTestFinished(() => void Object.assign(tls, { DEFAULT_MIN_VERSION, DEFAULT_CIPHERS }))
    const certificate = await makeCertificate(here, { issuer: authority })
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers } as const
    const endpoint = await listeningEndpoint(certificate, old)
    const spoken = await new Promise<string | null>((resolve, reject) => {
      const socket = tls.connect({ host: '127.0.0.1', port: endpoint.port, ca: authority.cert })
      socket.once('secureConnect', () => {
        resolve(socket.getProtocol())
        socket.destroy()
      })
      socket.once('error', reject)
    })
    expect(spoken).toBe('TLSv1.1')

    // With an added authority and without one the connection is set up in two different ways.
    for (const trusted of [[authority], []]) {
      const client = clientFor(endpoint.address, trusting(trusted, 300))
      const answer = await client.readMobilePayment('r')
      expect(answer).toMatchObject({ class: 'unreachable', sent: 'no', reason: 'tls' })
      if (answer.class === 'unreachable')
        expect(JSON.stringify(answer)).toMatch(/version|PROTOCOL/i)
    }
    expect(endpoint.heard()).toBe('')
  })
})

/** A server that speaks TLS once it is asked to, as PostgreSQL does. */
async function listeningDatabase(certificate: Certificate): Promise<number> {
  const secureContext = tls.createSecureContext(certificate)
  const server = net.createServer(plain => {
    plain.on('error', () => undefined)
    plain.once('data', () => {
      plain.write('S')
      const socket = new tls.TLSSocket(plain, { isServer: true, secureContext })
      socket.on('error', () => undefined)
      socket.once('data', () => socket.destroy())
    })
  })
  return listen(server)
}

describe('an authority that the environment names', () => {
  it('is trusted neither for the service nor for the shop database', async () => {
    const folder = newFolder()
    const file = join(folder, 'authority.pem')
    await writeFile(file, authority.cert)
    const certificate = await makeCertificate([...here, '192.0.2.7'], { issuer: authority })
    const service = await listeningEndpoint(certificate)
    const database = await listeningDatabase(certificate)
    const child = spawn(
      process.execPath,
      [
        ...['--import', 'tsx', 'tests/support/service/trusting-child.ts'],
        ...[service.port, database].map(String),
      ],
      {
        env: { ...process.env, NODE_EXTRA_CA_CERTS: file, NODE_USE_SYSTEM_CA: '1' },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    onTestFinished(() => void child.kill('SIGKILL'))
    expect(JSON.parse(await text(child.stdout))).toMatchObject([
      { reason: 'tls' },
      'certificate-not-trusted',
    ])
    expect(service.heard()).toBe('')
  })
})

describe('an added authority', () => {
  it('is trusted for what it signed, and not without being added', async () => {
    const endpoint = await startHttpService(
      created,
      await makeCertificate(here, { issuer: authority }),
    )
    const other = await makeCertificate([], { name: 'Another' })
    const client = clientFor(endpoint.address, trusting([other, authority]))
    expect(await client.createMobilePayment(prepared)).toMatchObject({ class: 'ok' })
    const refused = { class: 'unreachable', sent: 'no', reason: 'tls' }
    for (const trusted of [[other], []]) {
      const without = clientFor(endpoint.address, trusting(trusted))
      expect(await without.createMobilePayment(prepared)).toMatchObject(refused)
    }
    expect(endpoint.seen).toHaveLength(1)
  })

  it('is trusted in addition to the well-known ones, not instead of them', () => {
    const trusted = trustedWith([authority.cert])
    expect(rootCertificates.length).toBeGreaterThan(50)
    expect(trusted).toEqual([...rootCertificates, authority.cert])
  })
})

describe('a redirect', () => {
  it('over TLS, to the same or another server, takes no key along', async () => {
    const certificate = await makeCertificate(here, { issuer: authority })
    const elsewhere = await listeningEndpoint(certificate)
    for (const status of [301, 302, 303, 307, 308]) {
      const location = `${elsewhere.address}/service/merchant/payments/create`
      const endpoint = await startHttpService(json(status, {}, { location }), certificate)
      const client = clientFor(endpoint.address, trusting([authority]))
      const answer = await client.createMobilePayment(prepared)
      expect(answer).toMatchObject({ class: 'unintelligible', reason: 'redirect' })
    }
    expect(elsewhere.heard()).toBe('')
  })
})

it('what is trusted is made once for the same authorities, and never shared with others', async () => {
  const [one, other] = [authority, await makeCertificate([], { name: 'Another Root CA' })]
  expect(trustOf([one.cert])).toBe(trustOf([one.cert]))
  const all = [trustOf([]), trustOf([one.cert]), trustOf([other.cert])]
  expect(new Set(all).size).toBe(3)
})
