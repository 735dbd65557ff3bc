import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls } from '../support/window/bridge'
import { test } from '../support/window/outputs'
import { expect } from '../support/window/test'

test('a window and its page come to nothing but the till, and leave nothing in its folder', async ({
  launchConnected,
  outside,
  dataFolder,
}) => {
  const till = await launchConnected()
  const { app, page } = till
  await test.step('the page has no Node, no network and runs no code but its own', async () => {
    const node = await page.evaluate(() => {
      const names = ['require', 'process', 'module', 'Buffer', 'global', '__dirname']
      return names.filter(name => name in window)
    })
    expect(node).toEqual([])

    // Resolves only when all were blocked by the policy; until then the test waits in vain.
    await page.evaluate(
      address =>
        new Promise<void>(resolve => {
          const blocked = new Set<string>()
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
            blocked.add(effectiveDirective)
            const all = ['script-src-elem', 'img-src', 'connect-src']
            if (all.every(directive => blocked.has(directive))) resolve()
          })
          const script = document.createElement('script')
          script.textContent = 'window.injected = true'
          document.body.append(script)
          const picture = document.createElement('img')
          picture.src = 'http://127.0.0.1:9/leak.png'
          document.body.append(picture)
          fetch(address, { mode: 'no-cors' }).catch(() => undefined)
        }),
      outside.address,
    )
    expect(await page.evaluate(() => 'injected' in window)).toBe(false)

    const reached = await page.evaluate(
      address =>
        fetch(address, { mode: 'no-cors' }).then(
          () => true,
          () => false,
        ),
      outside.address,
    )
    expect(reached).toBe(false)
    expect(outside.visits()).toBe(0)
  })
  await test.step('the window goes nowhere else and opens no other', async () => {
    const home = page.url()
    expect(home).toBe('app://kaunta/pages/till/index.html')

    await app.evaluate(({ BrowserWindow }) => {
      const judged = new Promise<boolean>(resolve => {
        const [window] = BrowserWindow.getAllWindows()
        window?.webContents.once('will-navigate', event => resolve(event.defaultPrevented))
      })
      Object.assign(globalThis, { judged })
    })
    await page.evaluate(address => {
      location.href = address
    }, outside.address)
    const prevented = await app.evaluate(
      () => (globalThis as unknown as { judged: Promise<boolean> }).judged,
    )
    expect(prevented).toBe(true)

    const opened = await page.evaluate(address => window.open(address) === null, outside.address)
    expect(opened).toBe(true)
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
    expect(page.url()).toBe(home)
    expect(outside.visits()).toBe(0)
  })
  await test.step('a call with an argument of the wrong shape is refused, and its values are not repeated', async () => {
    const [answer] = await calls(page, 'kaunta:connection.saveAndTest', [
      { kind: 'sandbox', apiSecret: ['hush-hush-hush'] },
    ])
    expect(answer).toMatchObject({ ok: false, code: 'bad-argument' })
    expect(JSON.stringify(answer)).not.toContain('hush')
    await expect(calls(page, 'ipc-of-another-app', [undefined])).rejects.toThrow(/not a channel/)
  })
  await test.step('main answers its own page and no other', async () => {
    const [own] = await calls(page, 'kaunta:till.state', [undefined])
    expect(own).toMatchObject({ ok: true })

    const foreign = await app.evaluate(async ({ app: electronApp, BrowserWindow }, address) => {
      const preload = `${electronApp.getAppPath()}/out/preload/index.cjs`
      // Its session has a network, which the windows' own has not.
      const webPreferences = { preload, sandbox: true, partition: 'not-ours' }
      const window = new BrowserWindow({ show: false, webPreferences })
      await window.loadURL(address)
      return window.webContents
        .executeJavaScript("kauntaBridge.call('kaunta:till.state', undefined)")
        .finally(() => window.destroy())
    }, outside.address)
    expect(foreign).toMatchObject({ ok: false, code: 'not-allowed' })
    expect(outside.visits()).toBeGreaterThan(0)
  })
  await test.step('the data folder keeps no compiled script that could be replaced there', async () => {
    // A second load is what Chromium would keep compiled scripts for.
    await page.reload()
    await page.getByRole('textbox', { name: 'Amount' }).waitFor()
    await till.close()
    const files = readdirSync(dataFolder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
    expect(files.length).toBeGreaterThan(0)
    const ofPages = files.filter(file => readFileSync(file).includes('app://kaunta'))
    expect(ofPages).toEqual([])
  })
})
