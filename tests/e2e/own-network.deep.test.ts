import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as send } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Certificate, makeCertificate } from '../support/service/certificate'
import {
  createPassphrase,
  expectItWorks,
  expectSelling,
  fillConnection,
  proveOwner,
  saveAndTest,
} from '../support/window/connection'
import { sealsWithPassphrase } from '../support/window/electron-switches'
import { expectOnePayment, expectState } from '../support/window/expectations'
import { phones, sellMobile } from '../support/window/payment'
import { checkScreen, keepScreenshot } from '../support/window/pictures'
import { openAdvanced } from '../support/window/staff'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

/** A network in which the service has a name of its own, and only a proxy leads there. */
interface FarNetwork {
  /** What the system would say. */
  proxyServer: string
  /** The first line of everything that the proxy was asked. */
  asked: string[]
  stop(): Promise<void>
}

/** Puts TLS in front of a service on this computer, and a CONNECT proxy in front of that. */
async function startFarNetwork(
  service: { address: string },
  certificate: Certificate,
): Promise<FarNetwork> {
  const { port } = new URL(service.address)
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const front = createSecureServer(certificate, (incoming, answering) => {
    const { method, url } = incoming
    // The practice service answers on this computer's own names only.
    const headers = { ...incoming.headers, host: `127.0.0.1:${port}` }
    const onward = send({ port, host: '127.0.0.1', method, path: url, headers })
    onward.on('response', answer => {
      answering.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(answering)
    })
    incoming.pipe(onward)
  })
  const frontPort = await listen(front, sockets)
  const proxy = createServer((incoming, answering) => {
    asked.push(`${incoming.method} ${incoming.url}`)
    answering.writeHead(405).end()
  })
  proxy.on('connect', (incoming, socket: Socket) => {
    asked.push(`${incoming.method} ${incoming.url}`)
    const onward = connect(frontPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  const proxyPort = await listen(proxy, sockets)
  return {
    asked,
    proxyServer: `http://127.0.0.1:${proxyPort}`,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await Promise.all([front, proxy].map(server => new Promise(done => server.close(done))))
    },
  }
}

async function listen(server: Server, sockets: Set<Socket>): Promise<number> {
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** A name that no name server knows (RFC 2606): only the proxy leads there. */
const host = 'pay.kijani.invalid'
const authority = await makeCertificate([], { name: 'Kijani Root CA' })

/** What a person would choose in the computer's own dialog, which a test cannot press. */
async function choose({ app, page }: Till, file: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
  }, file)
  await page.getByRole('button', { name: /^Choose (a certificate|another) file/ }).click()
}

test('a service behind the shop’s proxy, with an authority of its own, is trusted once that is added', async ({
  launch,
  service,
}) => {
  test.slow()
  const folder = mkdtempSync(path.join(tmpdir(), 'kaunta-authority-'))
  const fileWith = (name: string, content: string) => {
    writeFileSync(path.join(folder, name), content)
    return path.join(folder, name)
  }
  const network = await startFarNetwork(
    service,
    await makeCertificate([host], { issuer: authority }),
  )
  try {
    const till = await launch({ args: [`--proxy-server=${network.proxyServer}`] })
    const { page } = till
    await page.getByRole('button', { name: 'Connect to the service' }).click()
    await fillConnection(page, { ...service, address: `https://${host}` })
    await saveAndTest(page)
    if (sealsWithPassphrase) await createPassphrase(page)
    await expect(page.getByRole('alert')).toContainText('The service’s certificate is not trusted')

    await openAdvanced(page)
    await choose(till, fileWith('key.pem', authority.key))
    await expect(page.getByText('This file holds a private key')).toBeVisible()
    await choose(till, fileWith('ca.pem', authority.cert))
    await expect(page.getByText('Kijani Root CA')).toBeVisible()
    await expect(page.getByText(/SHA-256 ([0-9A-F]{2}:){31}/)).toBeVisible()
    await saveAndTest(page)
    await expectItWorks(page)
    await checkScreen(till, 'added-authority')
    await page.getByText('Kijani Root CA').scrollIntoViewIfNeeded()
    await keepScreenshot(till, 'added-authority-in-sight')

    await page.getByRole('button', { name: 'Charge', exact: true }).click()
    await expectSelling(page)
    await sellMobile(page, { phone: phones.approves })
    await expectState(page, 'Paid')
    expectOnePayment(service, 1)
    expect(new Set(network.asked)).toEqual(new Set([`CONNECT ${host}:443`]))

    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await openAdvanced(page)
    await page.getByRole('button', { name: 'Remove custom certificates' }).click()
    await proveOwner(page, service.apiSecret)
    await expect(page.getByText('Kijani Root CA')).toBeHidden()
    await saveAndTest(page)
    await expect(page.getByRole('alert')).toContainText('The service’s certificate is not trusted')
  } finally {
    await network.stop()
    rmSync(folder, { recursive: true })
  }
})

test('an expired certificate is shown with both possible causes: the service’s, or a clock that is ahead', async ({
  launch,
  service,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kaunta-authority-'))
  const file = path.join(folder, 'ca.pem')
  const day = 86_400_000
  writeFileSync(file, authority.cert)
  // As seen by a clock that is years ahead of it.
  const over = { issuer: authority, from: Date.now() - 9 * day, to: Date.now() - day }
  const network = await startFarNetwork(service, await makeCertificate([host], over))
  try {
    const till = await launch({ args: [`--proxy-server=${network.proxyServer}`] })
    const { page } = till
    await page.getByRole('button', { name: 'Connect to the service' }).click()
    await openAdvanced(page)
    await choose(till, file)
    await expect(page.getByText('Kijani Root CA')).toBeVisible()
    await fillConnection(page, { ...service, address: `https://${host}` })
    await saveAndTest(page)
    if (sealsWithPassphrase) await createPassphrase(page)
    const said = page.getByRole('alert')
    await expect(said).toContainText('has expired, or this computer’s clock is ahead')
    await expect(said).toContainText('Check this computer’s date')
    await expect(said).toContainText('tell the payment service')
    await keepScreenshot(till, 'certificate-expired')
  } finally {
    await network.stop()
    rmSync(folder, { recursive: true })
  }
})
