import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { engines as shipped } from '../../../scripts/tests/shipped-node'
import { channelOf } from '../../../shared/ipc/bridge'
import { defaultPreferences } from '../../../shared/settings'
import { type Bundle, bundle } from '../bundle'
import { type PracticeOptions, type PracticeService, startPracticeService } from '../practice/start'
import { sameEverywhere } from '../window/browser'
import { expectSelling } from '../window/connection'
import { quickService } from '../window/test'
import { openWindow, serveBuiltPages } from './page-bridge'
import { startTillProcess, type TillProcess } from './till-process'

/*
 * Page tests: the built pages in the Chromium of the shipped Electron, their bridge joined to the real table of calls
 * of a real till on the Node of the shipped Electron. Nothing between them is replaced but Electron itself.
 */

/** A till whose window is a page in a browser. */
export interface PageTill extends TillProcess {
  page: Page
}

interface Engines {
  /** The till's sources for Node. */
  sources: Bundle
  /** The Node that runs it. */
  node: string
}

interface Fixtures {
  /** A wall clock that stands still, ms since the epoch; null for the computer's. */
  stillAt: number | null
  serviceOptions: PracticeOptions
  dataFolder: string
  service: PracticeService
  pages: BrowserContext
  /** Starts a till on this test's data folder, and opens its window. */
  launch: () => Promise<PageTill>
  /** A till that is connected to `service`, ready to sell. */
  till: PageTill
}

/** `npm test` names the one that is shipped. */
const node = process.env.KAUNTA_SHIPPED_NODE ?? process.execPath

export const test = base.extend<Fixtures, { engines: Engines }>({
  launchOptions: [sameEverywhere, { scope: 'worker' }],

  engines: [
    async ({ browser }, use) => {
      sayEngines(browser.version())
      const sources = await bundle({
        till: 'tests/support/page/till-child.ts',
        worker: 'electron/main/backup/worker/worker.ts',
      })
      await use({ sources, node })
      sources.remove()
    },
    { scope: 'worker' },
  ],

  stillAt: [null, { option: true }],
  serviceOptions: [quickService, { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs from this pattern
  dataFolder: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kaunta-page-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  },

  service: async ({ serviceOptions }, use) => {
    const service = await startPracticeService({ ...serviceOptions, webhooks: 'off' })
    await use(service)
    await service.stop()
  },

  pages: async ({ browser }, use) => {
    const context = await browser.newContext({
      viewport: { width: 1024, height: 640 },
      timezoneId: 'Africa/Dar_es_Salaam',
      reducedMotion: 'reduce',
    })
    await serveBuiltPages(context)
    await use(context)
    await context.close()
  },

  launch: async ({ engines, pages, dataFolder, stillAt }, use, testInfo) => {
    const tills: TillProcess[] = []
    const said: string[] = []
    await use(async () => {
      const file = engines.sources.file('till')
      const till = startTillProcess(engines.node, file, { dataFolder, stillAt })
      tills.push(till)
      const page = await pages.newPage()
      if (stillAt !== null) await page.addInitScript(stopClocks, stillAt)
      page.on('console', message => message.type() === 'error' && said.push(message.text()))
      page.on('pageerror', error => said.push(String(error)))
      await openWindow(page, till, 'till')
      return { ...till, page }
    })
    if (testInfo.status !== testInfo.expectedStatus)
      for (const { log } of tills)
        await testInfo.attach('log', { body: log(), contentType: 'text/plain' })
    await Promise.all(tills.map(till => till.stop()))
    expect(said, 'errors on the console').toEqual([])
  },

  till: async ({ launch, dataFolder, service }, use) => {
    await mkdir(dataFolder, { recursive: true })
    const tutorial = { ...defaultPreferences.tutorial, open: false, listOpen: false }
    const preferences = JSON.stringify({ ...defaultPreferences, tutorial })
    await writeFile(path.join(dataFolder, 'preferences.json'), preferences)
    const till = await launch()
    const { address, pathPrefix, apiKey, apiSecret } = service
    const webhookAddress = 'https://shop.invalid/notify'
    const typed = { address, pathPrefix, apiKey, apiSecret, webhookAddress }
    const saved = await till.ask(channelOf('connection', 'saveAndTest'), {
      ...typed,
      kind: 'sandbox',
    })
    expect(saved).toMatchObject({ ok: true, value: { saved: true } })
    await expectSelling(till.page)
    await use(till)
  },
})

export { expect } from '@playwright/test'

let isSaid = false

/** Once a process: what these tests ran on, and whether it is what ships. */
function sayEngines(chromium: string): void {
  if (isSaid) return
  isSaid = true
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  const older = Number.parseInt(chromium, 10) < shipped.chromium
  const note = older
    ? `, OLDER than the ${shipped.chromium} of Electron ${shipped.electron}, which ships`
    : ''
  process.stdout.write(`Page tests run on Chromium ${chromium}${note}, and Node ${version}.\n`)
}

/** All clocks of a page stand still: what is shown of the time is the same in every run. */
function stopClocks(at: number): void {
  const Running = Date
  globalThis.Date = class extends Running {
    constructor(...given: []) {
      if (given.length > 0) super(...given)
      else super(at)
    }
    static override now(): number {
      return at
    }
  } as DateConstructor
  performance.now = () => 60_000
}
