import { fork } from 'node:child_process'
import type { Result } from '../../../shared/ipc/result'

/** How the process of a till begins. */
export interface ChildStart {
  dataFolder: string
  /** A wall clock that stands still, ms since the epoch, and ids that are the same in every run; null for real ones. */
  stillAt: number | null
}

/** A call of the contract, as a window makes it. */
export interface Question {
  number: number
  channel: string
  argument: unknown
}

interface Push {
  window: 'till' | 'customer'
  channel: string
  value: unknown
}

export type ChildMessage = { number: number; answer: Result<unknown> } | Push

/** A till without windows in a process of its own. */
export interface TillProcess {
  ask(channel: string, argument?: unknown): Promise<Result<unknown>>
  onPush(hear: (push: Push) => void): void
  /** What its log said so far. */
  log(): string
  /** The power goes: nothing of it is needed any more. */
  stop(): Promise<void>
}

/** Starts it with the Node of this executable. */
export function startTillProcess(node: string, file: string, start: ChildStart): TillProcess {
  const child = fork(file, [JSON.stringify(start)], {
    execPath: node,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // What goes between a window and main is cloned, not written as JSON.
    serialization: 'advanced',
    // Outside Electron its npm package gives the path of the program, and downloads it unless told one.
    env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: '.', TZ: 'Africa/Dar_es_Salaam' },
  })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const lines: string[] = []
  const waiting = new Map<number, (answer: Result<unknown>) => void>()
  let questions = 0
  const listeners: ((push: Push) => void)[] = []
  child.stderr?.on('data', piece => lines.push(String(piece)))
  child.on('message', (message: ChildMessage) => {
    if (!('number' in message)) return listeners.forEach(hear => void hear(message))
    waiting.get(message.number)?.(message.answer)
    waiting.delete(message.number)
  })
  return {
    ask(channel, argument) {
      questions += 1
      const number = questions
      const answer = new Promise<Result<unknown>>(resolve => waiting.set(number, resolve))
      child.send({ number, channel, argument } satisfies Question, () => undefined)
      return answer
    },
    onPush: hear => void listeners.push(hear),
    log: () => lines.join(''),
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
