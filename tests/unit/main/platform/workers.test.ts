import { describe, expect, it } from 'vitest'
import {
  type AskedTask,
  type WorkerMessage,
  type WorkerProcess,
  Workers,
} from '../../../../electron/main/platform/workers'
import { workerHere } from '../../../support/parts'
import { createVirtualClock, settled } from '../../../support/payments/clock'

const silence = 30_000

/** A process that does what the test says. */
function scripted() {
  const clock = createVirtualClock()
  const asked: AskedTask[] = []
  let hear = (_message: WorkerMessage) => {}
  let ended = (_code: number | null) => {}
  let [started, killed] = [0, 0]
  const child: WorkerProcess = {
    send: task => void asked.push(task),
    onMessage(receive) {
      hear = receive
    },
    onExit(listener) {
      ended = listener
    },
    kill() {
      killed += 1
    },
  }
  const workers = new Workers<{ work: (of: string) => string }>({
    start() {
      started += 1
      return child
    },
    clock,
    silence,
  })
  const closing = new AbortController()
  const work = () =>
    workers.use(closing.signal, worker => worker.run('work', 'x')).catch((error: unknown) => error)
  return {
    ...{ clock, asked, work, closing },
    hear: (message: WorkerMessage) => hear(message),
    end: (code: number | null) => ended(code),
    started: () => started,
    killed: () => killed,
  }
}

describe('a worker', () => {
  it('is asked, answers and is ended', async () => {
    const { asked, work, hear, killed } = scripted()
    const working = work()
    hear({ is: 'done', value: 'y' })
    expect(await working).toBe('y')
    expect(asked).toEqual([{ name: 'work', argument: 'x' }])
    expect(killed()).toBe(1)
  })

  it('that gives no sign is given up; a sign gives it the same time again', async () => {
    const { clock, work, hear } = scripted()
    const working = work()
    let over: unknown = null
    void working.then(value => {
      over = value
    })
    await clock.pass(silence - 1)
    hear({ is: 'sign' })
    await clock.pass(silence - 1)
    expect(over).toBeNull()
    await clock.pass(1)
    expect(await working).toMatchObject({ code: 'worker-silent' })
  })

  it('that was given up and does not end keeps further ones from being started', async () => {
    const { clock, work, end, started, hear } = scripted()
    const working = work()
    await clock.pass(silence)
    await working
    expect(await work()).toMatchObject({ code: 'worker-silent' })
    expect(started()).toBe(1)
    end(null)
    const next = work()
    hear({ is: 'done', value: 'again' })
    expect(await next).toBe('again')
  })

  it('that dies is an error at once, and so is what was asked of it later', async () => {
    const { work, end } = scripted()
    const working = work()
    end(134)
    expect(await working).toMatchObject({ code: 'worker-ended' })
  })

  it('is ended with the till, whatever it does, and none is started any more', async () => {
    const { work, closing, killed, started, clock } = scripted()
    const working = work()
    closing.abort()
    expect(await working).toMatchObject({ code: 'worker-ended' })
    expect(killed()).toBe(1)
    expect(await work()).toMatchObject({ code: 'worker-ended' })
    expect([started(), clock.alarms()]).toEqual([1, 0])
  })

  it('says an error with its code, and a fault of our own without one', async () => {
    const tasks = {
      full: () => Promise.reject(Object.assign(new Error('no room'), { code: 'ENOSPC' })),
      fault: () => {
        throw new TypeError('not a function')
      },
    }
    const workers = new Workers<typeof tasks & { missing: () => void }>({
      start: () => workerHere(tasks),
      clock: createVirtualClock(),
      silence,
    })
    const failing = (name: 'full' | 'fault' | 'missing') =>
      workers
        .use(new AbortController().signal, async worker => worker.run(name, undefined))
        .catch((error: unknown) => error)
    expect(await failing('full')).toMatchObject({ code: 'ENOSPC', message: 'no room' })
    expect(await failing('fault')).not.toHaveProperty('code')
    expect(await failing('missing')).toMatchObject({ message: 'No task is called missing' })
    await settled()
  })
})
