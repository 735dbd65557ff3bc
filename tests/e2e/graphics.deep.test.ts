import type { ElectronApplication, Page } from '@playwright/test'
import { expectState } from '../support/window/expectations'
import { readLog } from '../support/window/installed'
import { phones, sellMobile } from '../support/window/payment'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

/**
 * Asked of main: Playwright has lost the page whose process crashed. A script that is asked of a page whose
 * process ends never answers, so each look has an end and the next one asks again.
 */
function shown(app: ElectronApplication): Promise<{ text: string; picture: number }> {
  return app.evaluate(async ({ BrowserWindow }) => {
    const nothing = { text: '', picture: 0 }
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    if (!contents || contents.isCrashed()) return nothing
    const look = async () => ({
      text: String(await contents.executeJavaScript('document.body.innerText')),
      picture: (await contents.capturePage()).toPNG().length,
    })
    const end = new Promise<typeof nothing>(resolve => setTimeout(resolve, 3_000, nothing))
    return Promise.race([look(), end])
  })
}

async function sellPaid(page: Page): Promise<void> {
  await sellMobile(page, { phone: phones.approves, amount: '15000' })
  await expectState(page, 'Paid')
}

/** The screen with this payment, drawn: an empty picture has 5 kB. */
async function expectDrawn(app: ElectronApplication): Promise<void> {
  await expect
    .poll(() => shown(app), { timeout: 30_000 })
    .toMatchObject({ text: expect.stringContaining('15,000') })
  await expect.poll(async () => (await shown(app)).picture).toBeGreaterThan(10_000)
}

test('a process of the windows that dies is started again, and the till goes on', async ({
  launchConnected,
  dataFolder,
}) => {
  const till = await launchConnected({ ownGraphics: true })
  await test.step('the graphics process', () => killGraphics(till, dataFolder))
  await test.step('the till’s window: its page is loaded again, with its payments', () =>
    crashPage(till, dataFolder))
})

async function killGraphics({ app, page }: Till, dataFolder: string): Promise<void> {
  await sellPaid(page)
  const died = await app.evaluate(({ app: main }) => {
    const graphics = main.getAppMetrics().find(({ type }) => type === 'GPU')
    return graphics !== undefined && process.kill(graphics.pid, 'SIGKILL')
  })
  expect(died).toBe(true)
  await expect.poll(() => readLog(dataFolder)).toContain('graphics-process-gone')
  await expectDrawn(app)
}

async function crashPage({ app }: Till, dataFolder: string): Promise<void> {
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  )
  await expect.poll(() => readLog(dataFolder)).toContain('till-window-gone')
  await expectDrawn(app)
}
