import { EventEmitter } from 'node:events'
import type { App, BrowserWindow, WebContents } from 'electron'
import { describe, expect, it } from 'vitest'
import {
  surviveGraphicsCrashes,
  surviveWindowCrashes,
} from '../../../../../electron/main/outputs/windows/crashes'
import { createRestart } from '../../../../../electron/main/outputs/windows/restart'
import { listeningLog } from '../../../../support/parts'
import { createVirtualClock } from '../../../../support/payments/clock'

/** Crashes of a till's processes, and what the till does about them. */
function till(args: readonly string[], compositing = 'enabled') {
  const done: unknown[] = []
  const app = Object.assign(new EventEmitter(), {
    relaunch: (options: unknown) => done.push(options),
    quit: () => done.push('quit'),
    getGPUFeatureStatus: () => ({ gpu_compositing: compositing }),
  })
  const page = { forcefullyCrashRenderer: () => done.push('new page') } as unknown as WebContents
  const { log, lines } = listeningLog()
  const clock = createVirtualClock()
  const paying = { now: false }
  surviveGraphicsCrashes(app as unknown as App, {
    ...{ pages: () => [page], clock, log, args },
    isPaying: () => paying.now,
    restart: createRestart(app, args, undefined),
  })
  const gone = (type: string, reason: string) =>
    app.emit('child-process-gone', {}, { type, reason, exitCode: 1 })
  return { gone, done, lines, clock, paying }
}

const minute = 60_000

describe('a graphics process that dies', () => {
  it('is started again by Chromium the first time: the till goes on, and the log says it', () => {
    const { gone, done, lines } = till(['--lang=sw'])
    gone('GPU', 'crashed')
    expect(done).toEqual([])
    expect(lines.join('\n')).toMatch(/graphics-process-gone.*crashed/)
  })

  it('gives each page a new process where Chromium draws without graphics hardware', async () => {
    const { gone, done, clock } = till([], 'disabled_software')
    gone('GPU', 'killed')
    await clock.pass(minute)
    expect(done).toEqual(['new page'])
  })

  it('makes the till start once more without it the second time, with its own switches', () => {
    const { gone, done, lines } = till(['--lang=sw'])
    for (let n = 0; n < 4; n++) gone('GPU', 'crashed')
    expect(done).toEqual([{ args: ['--lang=sw', '--disable-gpu'] }, 'quit'])
    expect(lines.join('\n')).toContain('restart-without-graphics')
  })

  it('twice within five minutes counts; days apart it does not', async () => {
    const { gone, done, clock } = till([])
    for (let n = 0; n < 4; n++) {
      gone('GPU', 'crashed')
      await clock.pass(5 * minute)
    }
    expect(done).toEqual([])
    await clock.pass(24 * 60 * minute)
    gone('GPU', 'crashed')
    await clock.pass(5 * minute - 1)
    gone('GPU', 'crashed')
    expect(done).toContain('quit')
  })

  it('ends no till on whose screen a customer pays: it starts once more as soon as that is over', async () => {
    const { gone, done, clock, paying } = till([])
    paying.now = true
    for (let n = 0; n < 3; n++) gone('GPU', 'crashed')
    await clock.pass(10 * minute)
    expect(done).toEqual([])
    paying.now = false
    await clock.pass(5_000)
    expect(done).toEqual([{ args: ['--disable-gpu'] }, 'quit'])
  })

  it('restarts nothing where it is not used, when it ends in order, or when another process dies', () => {
    const without = till(['--disable-gpu'])
    const ordinary = till([])
    for (let n = 0; n < 4; n++) {
      without.gone('GPU', 'crashed')
      ordinary.gone('GPU', 'clean-exit')
      ordinary.gone('Utility', 'crashed')
    }
    expect([...without.done, ...ordinary.done]).toEqual([])
  })
})

describe('starting again', () => {
  const started = (appImage: string | undefined) => {
    const done: unknown[] = []
    const app = { relaunch: (how: unknown) => done.push(how), quit: () => done.push('quit') }
    createRestart(app, ['--lang=sw'], appImage)()
    return done
  }

  it('keeps the switches, and starts the file of an AppImage, whose mount is gone by then', () => {
    expect(started(undefined)).toEqual([{ args: ['--lang=sw'] }, 'quit'])
    expect(started('/home/asha/Kaunta.AppImage')).toEqual([
      { args: ['--lang=sw'], execPath: '/home/asha/Kaunta.AppImage' },
      'quit',
    ])
  })
})

describe('a window whose page crashes', () => {
  it('is loaded again three times in a minute; the fourth time a person is asked', () => {
    let now = 0
    let loaded = 0
    let asked = 0
    const contents = Object.assign(new EventEmitter(), { reload: () => loaded++ })
    const window = { webContents: contents } as unknown as BrowserWindow
    surviveWindowCrashes(
      window,
      listeningLog().log,
      () => now,
      () => {
        asked += 1
      },
    )
    const crashAt = (moment: number, reason = 'crashed') => {
      now = moment
      contents.emit('render-process-gone', {}, { reason })
      return loaded
    }
    expect([0, 1_000, 2_000, 3_000].map(at => crashAt(at))).toEqual([1, 2, 3, 3])
    expect(asked).toBe(1)
    expect(crashAt(62_000)).toBe(4)
    expect(crashAt(200_000, 'clean-exit')).toBe(4)
    expect(asked).toBe(1)
  })
})
