import { type ChildProcess, spawn } from 'node:child_process'
import type { Pushes, PushName } from '../../shared/ipc/contract'
import type { Result } from '../../shared/ipc/result'
import type { Stage } from '../../shared/ipc/till-state'
import type { Payment } from '../../shared/payment/payment'

/** What is asked of a till in a process of its own: a call of the contract, as a window makes it. */
export interface Question {
  number: number
  channel: string
  argument: unknown
}

/** What a till tells its windows unasked. */
export type Push = { [Name in PushName]: { push: Name; value: Pushes[Name] } }[PushName]

/** What such a till says. */
export type TillMessage = { number: number; answer: Result<unknown> } | Push

/** A till that runs in a process of its own and can be killed at any moment. */
export interface TillProcess {
  pid: number
  /** A call of the contract; null when the till died without an answer. Never rejects. */
  ask(channel: string, argument?: unknown): Promise<Result<unknown> | null>
  /** The last stage that it told, or null before its first word. */
  stage(): Stage | null
  /** Calls back for each payment that it shows its windows. */
  onPayment(listener: (payment: Payment) => void): void
  /** Resolves with the first such stage, or null once the till has died or `limitMs` has passed. */
  until(wanted: (stage: Stage) => boolean, limitMs: number): Promise<Stage | null>
  /** SIGKILL, now: it executes nothing more. */
  kill(): void
  /** Resolves when it is gone and its last words have been read. */
  ended: Promise<{ signal: NodeJS.Signals | null; code: number | null; stderr: string }>
}

interface TillStart {
  bundle: string
  dataFolder: string
  faster: number
  /** What precedes node on the command line: strace with its arguments, or nothing. */
  tracer?: readonly string[]
}

/** Starts the till's child process. */
export function startTillProcess({
  bundle,
  dataFolder,
  faster,
  tracer = [],
}: TillStart): TillProcess {
  const [command = '', ...args] = [...tracer, process.execPath, bundle, dataFolder, String(faster)]
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Outside Electron its npm package gives the path of the program, and downloads it unless told one.
    env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: '.' },
  })
  return converse(child)
}

function converse(child: ChildProcess): TillProcess {
  let questions = 0
  const waiting = new Map<number, (answer: Result<unknown> | null) => void>()
  const { till, hear } = watchTill(child, (channel, argument) => {
    if (!child.connected) return Promise.resolve(null)
    questions += 1
    // An error here is a till that has just died, which every waiting question is told anyway.
    child.send({ number: questions, channel, argument }, () => undefined)
    return new Promise(resolve => waiting.set(questions, resolve))
  })
  child.on('message', (word: TillMessage) => {
    if (!('number' in word)) return hear(word)
    waiting.get(word.number)?.(word.answer)
    waiting.delete(word.number)
  })
  till.ended.then(() => {
    for (const answer of waiting.values()) answer(null)
  })
  return till
}

/** What is the same of every till in a process, however it is talked to; `hear` is for its pushes. */
export function watchTill(
  child: ChildProcess,
  ask: TillProcess['ask'],
): { till: TillProcess; hear: (word: Push) => void } {
  let stage: Stage | null = null
  let alive = true
  const paymentListeners: ((payment: Payment) => void)[] = []
  const stageListeners = new Set<() => void>()
  const notifyStage = () => {
    for (const each of stageListeners) each()
  }
  const ended = ending(child).then(how => {
    alive = false
    notifyStage()
    return how
  })
  const until: TillProcess['until'] = (wanted, limitMs) =>
    new Promise(resolve => {
      const timer = setTimeout(() => finish(null), limitMs)
      const check = () => {
        if (stage && wanted(stage)) finish(stage)
        else if (!alive) finish(null)
      }
      const finish = (found: Stage | null) => {
        clearTimeout(timer)
        stageListeners.delete(check)
        resolve(found)
      }
      stageListeners.add(check)
      check()
    })
  return {
    till: {
      pid: child.pid ?? 0,
      stage: () => stage,
      onPayment: listener => void paymentListeners.push(listener),
      kill: () => void child.kill('SIGKILL'),
      ended,
      ask,
      until,
    },
    hear(word) {
      if (word.push === 'paymentChanged') for (const tell of paymentListeners) tell(word.value)
      else if (word.push === 'tillChanged') {
        stage = word.value.stage
        notifyStage()
      }
    },
  }
}

/** 'close' comes after 'exit' and after every pipe is read; 'disconnect' after the last message. */
function ending(child: ChildProcess): TillProcess['ended'] {
  const stderr: string[] = []
  child.stderr?.on('data', piece => stderr.push(String(piece)))
  const closed = new Promise<{ signal: NodeJS.Signals | null; code: number | null }>(
    (resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, signal) => resolve({ code, signal }))
    },
  )
  const silent = new Promise<void>(resolve => {
    if (child.connected) child.once('disconnect', resolve)
    else resolve()
  })
  return Promise.all([closed, silent]).then(([how]) => ({ ...how, stderr: stderr.join('') }))
}
