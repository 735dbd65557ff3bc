import { createServer } from 'node:http'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { openPort } from '../support/parts'
import { mobileDraft } from '../support/payments/payments'
import { choosePractice } from '../support/window/connection'
import { electronSwitches, projectFolder } from '../support/window/electron-switches'
import { chargeButton, fillMobile, paymentState } from '../support/window/payment'
import type { Till } from '../support/window/till'
import { type BareCommits, openBareCommits } from './ledger'
import { inFolder, timed } from './measuring'
import { withTill } from './window'

/** One turn, ms. */
export interface WireFigures {
  /** From the press of the button until main hands the request to its socket. */
  press: number
  /** The floors: a call from a window and its answer, a durable encrypted commit, a POST and its answer. */
  call: number
  commit: number
  post: number
}

/** Presses the till's button as often as told; before each press every floor is measured once. */
export function measureWire(turns: number): Promise<readonly WireFigures[]> {
  return inFolder(async folder => {
    const bare = await openBareCall(join(folder, 'bare'))
    const commits = openBareCommits(join(folder, 'bare.db'))
    try {
      return await withTill(join(folder, 'till'), async till => {
        await choosePractice(till.page)
        return takeTurns(turns, commits, bare, await watchPresses(till))
      })
    } finally {
      commits.close()
      await bare.close()
    }
  })
}

/** The first turn opens connections and compiles code: it is not counted. */
async function takeTurns(
  turns: number,
  commits: BareCommits,
  bare: BareCall,
  press: (turn: number) => Promise<number>,
): Promise<WireFigures[]> {
  const figures: WireFigures[] = []
  for (let turn = 0; turn <= turns; turn += 1) {
    const call = await bare.call()
    const post = await bare.post()
    const commit = timed(commits.commit)
    const one = { call, post, commit, press: await press(turn) }
    if (turn > 0) figures.push(one)
  }
  return figures
}

interface BareCall {
  call(): Promise<number>
  post(): Promise<number>
  close(): Promise<void>
}

const draft = mobileDraft()

/** A window, a main process and a server that do nothing else. */
async function openBareCall(dataFolder: string): Promise<BareCall> {
  const server = createServer((request, response) => {
    request.resume()
    request.once('end', () => response.end('{"status":"success"}'))
  })
  server.keepAliveTimeout = 60_000
  const address = `http://127.0.0.1:${await openPort(server)}/`
  const app = await _electron.launch({
    args: [
      ...electronSwitches(),
      join(projectFolder, 'tests/bench/bare-call'),
      `--user-data-dir=${dataFolder}`,
    ],
  })
  const page = await app.firstWindow()
  return {
    call: () =>
      page.evaluate(async value => {
        const { bareCall } = globalThis as unknown as {
          bareCall: (sent: unknown) => Promise<unknown>
        }
        const begun = performance.now()
        await bareCall(value)
        return performance.now() - begun
      }, draft),
    post: () =>
      app.evaluate(
        (_electronApi, [to, body]) => {
          const { barePost } = globalThis as unknown as {
            barePost: (address: string, body: string) => Promise<number>
          }
          return barePost(to, body)
        },
        [address, JSON.stringify(draft)] as const,
      ),
    async close() {
      await app.close()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** What the bench leaves in the till's window: the last press, wall clock, ms. */
interface PageMarks {
  benchPress?: number
  addEventListener(name: 'click', listener: () => void, capture: true): void
}

/** What it leaves in main: the requests that were sent, wall clock, ms. */
interface MainMarks {
  benchSent?: number[]
}

/** Gives what takes one payment and returns the time from the press to the wire, ms. */
async function watchPresses({ app, page }: Till): Promise<(turn: number) => Promise<number>> {
  await page.evaluate(() => {
    const marks = globalThis as unknown as PageMarks
    marks.addEventListener(
      'click',
      () => {
        marks.benchPress = performance.timeOrigin + performance.now()
      },
      true,
    )
  })
  await app.evaluate(() => {
    const sent: number[] = []
    ;(globalThis as MainMarks).benchSent = sent
    // The till's own client says so when it hands a request's headers to the socket.
    process
      .getBuiltinModule('node:diagnostics_channel')
      .subscribe('undici:client:sendHeaders', message => {
        const { path } = (message as { request: { path: string } }).request
        if (path.endsWith('/create')) sent.push(performance.timeOrigin + performance.now())
      })
  })
  const ahead = await clockDifference(app, page)
  return async turn => {
    // Each customer another one: a phone with a live prompt gets no second.
    await fillMobile(page, { phone: `2557551${String(turn).padStart(5, '0')}` })
    await app.evaluate(() => {
      const { benchSent = [] } = globalThis as MainMarks
      benchSent.length = 0
    })
    await chargeButton(page).click()
    await paymentState(page).waitFor()
    const pressed = await page.evaluate(() => (globalThis as unknown as PageMarks).benchPress)
    const sent = await firstSent(app)
    if (pressed === undefined) throw new Error('The press was not seen')
    return sent - ahead - pressed
  }
}

const sendLimitMs = 10_000

async function firstSent(app: ElectronApplication): Promise<number> {
  for (const begun = performance.now(); performance.now() - begun < sendLimitMs; ) {
    const sent = await app.evaluate(() => (globalThis as MainMarks).benchSent?.[0])
    if (sent !== undefined) return sent
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  throw new Error('No request was sent')
}

/**
 * How far the main process' clock is ahead of the window's, ms. Each process takes the wall clock once and counts
 * from there. Of many questions the one with the quickest answer is the most exact.
 */
async function clockDifference(app: ElectronApplication, page: Page): Promise<number> {
  const window = await app.browserWindow(page)
  const asked = await window.evaluate(async shown => {
    const answers: { took: number; ahead: number }[] = []
    for (let n = 0; n < 100; n += 1) {
      const before = performance.timeOrigin + performance.now()
      const there = await shown.webContents.executeJavaScript(
        'performance.timeOrigin + performance.now()',
      )
      const after = performance.timeOrigin + performance.now()
      answers.push({ took: after - before, ahead: (before + after) / 2 - there })
    }
    return answers
  })
  const [best] = asked.sort((one, other) => one.took - other.took)
  if (!best || best.took > 5) throw new Error('The clocks of window and main cannot be compared')
  return best.ahead
}
