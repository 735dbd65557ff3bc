import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { calls } from '../support/window/bridge'
import { addPeople, expectLocked, people } from '../support/window/staff'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

/** Sockets that hear what a page sends to them, over UDP and over TCP. */
async function listen() {
  const heard: string[] = []
  const udp = createSocket('udp4').on('message', () => heard.push('udp'))
  udp.bind(0, '127.0.0.1')
  await once(udp, 'listening')
  const tcp = createServer(socket => {
    heard.push('tcp')
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  const { port } = tcp.address() as { port: number }
  return {
    heard,
    stun: `stun:127.0.0.1:${udp.address().port}`,
    turn: `turn:127.0.0.1:${port}?transport=tcp`,
    stop() {
      udp.close()
      tcp.close()
    },
  }
}

/** A script that asks WebRTC to find its way out through these servers, and waits for that. */
function webRtcScript({ stun, turn }: { stun: string; turn: string }): string {
  const servers = [{ urls: stun }, { urls: turn, username: 'a', credential: 'b' }]
  return `(async () => {
    const connection = new RTCPeerConnection({ iceServers: ${JSON.stringify(servers)} })
    connection.createDataChannel('out')
    await connection.setLocalDescription(await connection.createOffer())
    await new Promise(resolve => setTimeout(resolve, 3000))
  })()`
}

// Without a network of its own, a computer's WebRTC would only have loopback, which it leaves out.
const args = ['--allow-loopback-in-peer-connection']

test('the network of a window, and that of Practice', async ({ launchConnected }) => {
  const till = await launchConnected({ args })
  await test.step('a script in the till window reaches no computer over WebRTC', () =>
    reachNothing(till))
  await test.step('what WebRTC sends is heard', () => reachAll(till))
  await test.step('the practice service runs while the till is in Practice, and no longer', () =>
    choosePracticeAndBack(till))
})

async function reachNothing({ page }: Till): Promise<void> {
  const out = await listen()
  await page.evaluate(webRtcScript(out))
  out.stop()
  expect(out.heard).toEqual([])
}

async function reachAll({ app }: Till): Promise<void> {
  const out = await listen()
  // A window without our page and without our lock.
  await app.evaluate(async ({ BrowserWindow }, script) => {
    const window = new BrowserWindow({ show: false, webPreferences: { partition: 'not-ours' } })
    window.webContents.setWebRTCIPHandlingPolicy('default')
    await window.loadURL('data:text/html,<h1>Not ours</h1>')
    await window.webContents.executeJavaScript(script)
  }, webRtcScript(out))
  out.stop()
  expect(out.heard).toContain('udp')
  expect(out.heard).toContain('tcp')
}

test('every screen says that production is asked over plain HTTP', async ({ launchConnected }) => {
  const { page } = await launchConnected({}, 'production')
  const banner = page.getByRole('banner')
  for (const place of ['Charge', 'Payments', 'Day', 'Settings']) {
    await page.getByRole('button', { name: place, exact: true }).click()
    await expect(banner).toContainText('NOT ENCRYPTED')
  }
  await addPeople(page, people.neema, people.rehema)
  await calls(page, 'kaunta:staff.lock', [undefined])
  await expectLocked(page, 'The till is locked.')
  await expect(page.getByText('NOT ENCRYPTED')).toBeVisible()
})

async function choosePracticeAndBack(till: Till): Promise<void> {
  const { page } = till
  const address = () =>
    till.app.evaluate(async ({ app }) => {
      const { readFile } = process.getBuiltinModule('node:fs/promises')
      const text = await readFile(`${app.getPath('userData')}/preferences.json`, 'utf8')
      return `http://127.0.0.1:${JSON.parse(text).practicePort}`
    })
  const choose = (kind: string) => calls(page, 'kaunta:connection.choose', [{ kind }])
  const answers = async () =>
    fetch(await address()).then(
      () => true,
      () => false,
    )
  await choose('practice')
  expect(await answers()).toBe(true)
  await choose('sandbox')
  expect(await answers()).toBe(false)
  await choose('practice')
  expect(await answers()).toBe(true)
}
