import { type ChildProcess, spawn } from 'node:child_process'
import { type MessageEvent, WebSocket } from 'undici'
import { z } from 'zod'
import { bridgeName, channelOf, pushChannelOf } from '../../shared/ipc/bridge'
import type { Result } from '../../shared/ipc/result'
import { electronSwitches, projectFolder } from '../support/window/electron-switches'
import { type Opened, openTill, type Place, type TillKind } from './node-till'
import { type Push, type TillProcess, watchTill } from './till-process'

/** A page of a running Electron, driven from outside through Chromium's own debugging port. */
export interface RemotePage {
  /** The value of an expression, its promise awaited; null when the page is gone. */
  evaluate(expression: string): Promise<unknown>
  /** What the page says by `window[name](text)`. */
  listen(name: string, heard: (text: string) => void): Promise<void>
}

const targetsSchema = z.array(z.object({ type: z.string(), webSocketDebuggerUrl: z.string() }))
const replySchema = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.object({ name: z.string().optional(), payload: z.string().optional() }).optional(),
  result: z.object({ result: z.object({ value: z.unknown().optional() }).optional() }).optional(),
})

/** The first page behind a debugging port, or null while there is none. */
async function findPage(port: number): Promise<string | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/json`)
    const pages = targetsSchema.parse(await response.json())
    return pages.find(({ type }) => type === 'page')?.webSocketDebuggerUrl ?? null
  } catch {
    return null // killed, or not there yet: the caller knows which, and asks again
  }
}

/** Connects to a page. */
async function openRemotePage(address: string): Promise<RemotePage> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, (value: unknown) => void>()
  const listeners = new Map<string, (text: string) => void>()
  let closed = false
  let calls = 0

  const send = (method: string, params: object): Promise<unknown> =>
    new Promise(resolve => {
      if (closed) return resolve(null)
      calls += 1
      waiting.set(calls, resolve)
      socket.send(JSON.stringify({ id: calls, method, params }))
    })

  socket.addEventListener('message', ({ data }: MessageEvent) => {
    const { id, method, params, result } = replySchema.parse(JSON.parse(String(data)))
    if (method === 'Runtime.bindingCalled')
      listeners.get(params?.name ?? '')?.(params?.payload ?? '')
    if (id === undefined) return
    waiting.get(id)?.(result?.result?.value ?? null)
    waiting.delete(id)
  })
  const gone = () => {
    closed = true
    for (const answer of waiting.values()) answer(null)
  }
  socket.addEventListener('close', gone)
  await new Promise<void>(resolve => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => {
      gone()
      resolve()
    })
  })
  await send('Runtime.enable', {})
  return {
    evaluate: expression =>
      send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }),
    async listen(name, heard) {
      listeners.set(name, heard)
      await send('Runtime.addBinding', { name })
    },
  }
}

const passphrase = 'correct horse battery'
const startLimit = 20_000

/** The built app in Electron: real window, real preload, real IPC, at its own pace. */
export function electronTill(executable: string, env: NodeJS.ProcessEnv): TillKind {
  return {
    start: dataFolder => startElectron(executable, env, dataFolder),
    open: openSealed,
    opensWith: { passphrase },
    timeouts: 2_500,
    startMs: 2_500,
    restMs: 60_000,
  }
}

function startElectron(
  executable: string,
  env: NodeJS.ProcessEnv,
  dataFolder: string,
): TillProcess {
  const switches = [...electronSwitches(), '--remote-debugging-port=0']
  const child = spawn(executable, [...switches, projectFolder, `--user-data-dir=${dataFolder}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  })
  const page = pageOf(child)
  const ask: TillProcess['ask'] = async (channel, argument) => {
    const expression = `${bridgeName}.call(${literal(channel)}, ${literal(argument)})`
    return (await (await page)?.evaluate(expression)) as Result<unknown> | null
  }
  const { till, hear } = watchTill(child, ask)
  page.then(found => found && follow(found, hear))
  return till
}

const literal = (value: unknown) => (value === undefined ? 'undefined' : JSON.stringify(value))

/** The window's page once it can talk to main; null when the till was killed before. */
async function pageOf(child: ChildProcess): Promise<RemotePage | null> {
  const address = await again(child, async port => findPage(port))
  if (!address) return null
  const page = await openRemotePage(address)
  const ready = await again(child, () => page.evaluate(`typeof ${bridgeName} === 'object' || null`))
  return ready ? page : null
}

/** Tries, with the debugging port that Electron names on stderr, until there is a result. */
async function again<Value>(
  child: ChildProcess,
  attempt: (port: number) => Promise<Value | null>,
): Promise<Value | null> {
  const port = await debuggingPort(child)
  const endsAt = performance.now() + startLimit
  while (port !== null && child.exitCode === null && child.signalCode === null) {
    const found = await attempt(port)
    if (found !== null) return found
    if (performance.now() > endsAt) return null
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  return null
}

const ports = new WeakMap<ChildProcess, Promise<number | null>>()

function debuggingPort(child: ChildProcess): Promise<number | null> {
  const known = ports.get(child)
  if (known) return known
  const port = new Promise<number | null>(resolve => {
    let said = ''
    child.stderr?.on('data', piece => {
      said += String(piece)
      const [, found] = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(said) ?? []
      if (found) resolve(Number(found))
    })
    child.once('close', () => resolve(null))
  })
  ports.set(child, port)
  return port
}

/** Hears what main pushes to the window, and asks for the state that it had before. */
async function follow(page: RemotePage, hear: (word: Push) => void): Promise<void> {
  await page.listen('tellKillLoop', text => hear(JSON.parse(text)))
  for (const push of ['tillChanged', 'paymentChanged'] as const)
    await page.evaluate(
      `void ${bridgeName}.listen(${literal(pushChannelOf(push))},
        value => tellKillLoop(JSON.stringify({ push: ${literal(push)}, value })))`,
    )
  const state = await page.evaluate(`${bridgeName}.call(${literal(channelOf('till', 'state'))})`)
  const answer = state as Result<Extract<Push, { push: 'tillChanged' }>['value']> | null
  if (answer?.ok) hear({ push: 'tillChanged', value: answer.value })
}

/** Without a keychain a passphrase protects the till: chosen at the first run, asked at each start. */
async function openSealed(till: TillProcess, place: Place): Promise<Opened> {
  const first = await till.until(() => true, startLimit)
  if (first?.name === 'first-run')
    await till.ask(channelOf('key', 'choosePassphrase'), { passphrase })
  if (first?.name === 'locked') await till.ask(channelOf('key', 'open'), { passphrase })
  return openTill(till, place)
}
