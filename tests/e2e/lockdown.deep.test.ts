import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from '../support/window/outputs'
import { expect } from '../support/window/test'

/** A web server that sends everybody on to another address. */
async function redirectTo(address: string) {
  let visits = 0
  const server = createServer((_request, response) => {
    visits += 1
    response.writeHead(302, { location: address }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return { address: `http://127.0.0.1:${port}`, visits: () => visits, stop: () => server.close() }
}

test('what a page and a window may not', async ({ launch, outside }) => {
  const { app, page } = await launch()
  await test.step('a page downloads nothing', async () => {
    await app.evaluate(({ BrowserWindow }) => {
      const session = BrowserWindow.getAllWindows()[0]?.webContents.session
      const judged = new Promise<boolean>(resolve =>
        session?.once('will-download', event => {
          resolve(event.defaultPrevented)
          event.preventDefault()
        }),
      )
      Object.assign(globalThis, { judged })
    })
    await page.evaluate(() => {
      const link = document.createElement('a')
      link.href = location.href
      link.download = 'till.html'
      document.body.append(link)
      link.click()
    })
    const prevented = await app.evaluate(
      () => (globalThis as unknown as { judged: Promise<boolean> }).judged,
    )
    expect(prevented).toBe(true)
  })
  await test.step('a page is given no permission', async () => {
    const states = await page.evaluate(() =>
      Promise.all(
        (['geolocation', 'notifications', 'camera', 'microphone'] as PermissionName[]).map(
          async name => (await navigator.permissions.query({ name })).state,
        ),
      ),
    )
    expect(states).toEqual(['denied', 'denied', 'denied', 'denied'])
  })
  await test.step('a window follows no redirect', async () => {
    const moved = await redirectTo(outside.address)
    await app.evaluate(async ({ BrowserWindow }, address) => {
      // Its session has a network, which the windows' own has not: only the redirect is refused.
      const window = new BrowserWindow({ show: false, webPreferences: { partition: 'not-ours' } })
      await window.loadURL(address).catch(() => null)
      window.destroy()
    }, moved.address)
    moved.stop()
    expect(moved.visits()).toBe(1)
    expect(outside.visits()).toBe(0)
  })
  await test.step('a window embeds no web view', async () => {
    const prevented = await app.evaluate(async ({ BrowserWindow }, address) => {
      const webPreferences = { partition: 'not-ours', webviewTag: true }
      const window = new BrowserWindow({ show: false, webPreferences })
      const judged = new Promise<boolean>(resolve =>
        window.webContents.once('will-attach-webview', event => resolve(event.defaultPrevented)),
      )
      const page = `<webview src="${address}" partition="not-ours"></webview>`
      await window.loadURL(`data:text/html,${encodeURIComponent(page)}`)
      return judged
    }, outside.address)
    expect(prevented).toBe(true)
    expect(outside.visits()).toBe(0)
  })
})
