import { type MessageEvent, WebSocket } from 'undici'
import { z } from 'zod'

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
export async function findPage(port: number): Promise<string | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/json`)
    const pages = targetsSchema.parse(await response.json())
    return pages.find(({ type }) => type === 'page')?.webSocketDebuggerUrl ?? null
  } catch {
    return null // killed, or not there yet: the caller knows which, and asks again
  }
}

/** Connects to a page. */
export async function openRemotePage(address: string): Promise<RemotePage> {
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
