import { type ChildProcess, fork } from 'node:child_process'
import type { AddressInfo, Server } from 'node:net'
import type { EngineSettings } from '../../electron/main/payments/engine-settings'
import { doTask } from '../../electron/main/platform/do-task'
import { createLog, type Log } from '../../electron/main/platform/log'
import type { TaskTable, WorkerMessage, WorkerProcess } from '../../electron/main/platform/workers'
import type { ShopDatabase } from '../../electron/main/shop/shop-database'
import words from '../../resources/status-words.json' with { type: 'json' }
import type { Caller, StillAdmitted } from '../../shared/ipc/handlers'
import { failure } from '../../shared/ipc/result'
import { defaultCardFreshness, defaultFreshness } from '../../shared/payment/freshness'
import { statusWordsSchema } from '../../shared/payment/status-words'
import { defaultSettings } from '../../shared/settings'

/** A computer without a proxy. */
export const directly = async () => 'DIRECT'

/** The status words that the till ships with. */
export const shippedWords = statusWordsSchema.parse(words)

/** The settings of a shop as they ship. */
export const testEngineSettings: EngineSettings = {
  tillId: '018f3b1e-0000-4000-8000-000000000071',
  currency: 'TZS',
  cash: true,
  discountLimit: null,
  country: 'TZ',
  webhookAddress: 'https://shop.example/hook',
  callbackKey: null,
  account: 'practice',
  limits: channel => ({
    ...(channel === 'card' ? defaultCardFreshness : defaultFreshness),
    keyTrustedMs: defaultSettings.keyTrustedMs,
  }),
  queue: defaultSettings.queue,
  assumedLifetimeMs: defaultSettings.assumedLifetimeMs,
  promptLifetimeMs: defaultSettings.promptLifetimeMs,
  words: shippedWords,
  rulings: [],
}

/** Opens a server on this computer alone; answers its port, which is a free one. */
export async function openPort(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** The real log, on lines that a test can read. */
export function listeningLog(): { log: Log; lines: string[] } {
  const lines: string[] = []
  const log = createLog({ write: (level, line) => lines.push(`${level} ${line}`) })
  return { log, lines }
}

/** The same object with other methods in the place of some: its own calls go to its own methods all the same. */
export function withMethods<Real extends object>(real: Real, methods: Partial<Real>): Real {
  const made: Real = Object.create(Object.getPrototypeOf(real))
  for (let type: object = made; type !== Object.prototype; type = Object.getPrototypeOf(type))
    for (const name of Object.getOwnPropertyNames(type)) {
      const method: unknown = Reflect.get(real, name)
      if (typeof method === 'function' && !Object.hasOwn(made, name))
        Object.defineProperty(made, name, { value: method.bind(real), writable: true })
    }
  return Object.assign(made, real, methods)
}

/** For tests of something else: a till in no shop of many tills. */
export const noShop: Pick<ShopDatabase, keyof ShopDatabase> = {
  view: () => null,
  session: () => null,
  isReplaced: () => false,
  callbackKey: () => null,
  ownersDay: async () => null,
  stop: async () => undefined,
  follow: () => async () => undefined,
  others: {
    isInShop: () => false,
    sharers: () => 1,
    lease: async () => ({ state: 'not-asked' }),
    release: () => undefined,
    claim: async () => ({ state: 'not-asked' }),
    silent: () => undefined,
  },
  saveAndTest: async () => failure('not-selling', ''),
  setUp: async () => failure('not-selling', ''),
  takePlace: async () => failure('not-selling', ''),
  takeBack: async () => failure('not-selling', ''),
  administer: async () => failure('not-selling', ''),
  openOwnersView: async () => failure('not-selling', ''),
  closeOwnersView: async () => failure('not-selling', ''),
  forget: () => failure('not-selling', ''),
}

/** The till's worker as a child of plain Node. */
export function startPlainWorker(): WorkerProcess {
  return workerIn(forkWorker())
}

export function forkWorker(): ChildProcess {
  return bundledWorker === null
    ? fork('electron/main/backup/worker/worker.ts', { execArgv: ['--import', 'tsx'] })
    : fork(bundledWorker)
}

let bundledWorker: string | null = null

/** Workers are started from this file from now on, or from the sources: then each takes two seconds of a processor. */
export function startWorkersFrom(file: string | null): void {
  bundledWorker = file
}

/** A child of plain Node that runs the worker, as the till knows its workers. */
export function workerIn(child: ChildProcess): WorkerProcess {
  return {
    send: task => void child.send(task),
    onMessage: receive => void child.on('message', receive),
    onExit(ended) {
      child.on('exit', ended)
      child.on('error', () => ended(null)) // a child that is dead takes no message
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

/** The tasks in this process, for tests of something else: a process takes half a second to start. */
export function workerHere(tasks: TaskTable): WorkerProcess {
  let hear = (_message: WorkerMessage) => {}
  return {
    // What is sent crosses as a copy.
    send: task => void doTask(tasks, structuredClone(task), said => hear(structuredClone(said))),
    onMessage(receive) {
      hear = receive
    },
    onExit: () => undefined,
    kill() {
      hear = () => {}
    },
  }
}

/** Who makes a call, where it does not matter: `stillAdmitted` says why they may not go on. */
export function callerWho(stillAdmitted: StillAdmitted = () => null): Caller {
  return { person: null, approvedBy: null, stillAdmitted }
}
