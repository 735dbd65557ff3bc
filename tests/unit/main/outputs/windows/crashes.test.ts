import { EventEmitter } from 'node:events'
import type { App, BrowserWindow, WebContents } from 'electron'
import { describe, expect, it } from 'vitest'
import {
  surviveGraphicsCrashes,
  surviveWindowCrashes,
} from '../../../../../electron/main/outputs/windows/crashes'
import { listeningLog } from '../../../../support/parts'

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
  const clock = {
    after: (_delay: number, action: () => void) => {
      action()
      return () => undefined
    },
  }
  surviveGraphicsCrashes(app as unknown as App, () => [page], { clock, log }, args)
  const gone = (type: string, reason: string) =>
    app.emit('child-process-gone', {}, { type, reason, exitCode: 1 })
  return { gone, done, lines }
}

describe('a graphics process that dies', () => {
  it('is started again by Chromium the first time: the till goes on, and the log says it', () => {
    const { gone, done, lines } = till(['--lang=sw'])
    gone('GPU', 'crashed')
    expect(done).toEqual([])
    expect(lines.join('\n')).toMatch(/graphics-process-gone.*crashed/)
  })

  it('gives each page a new process where Chromium draws without graphics hardware', () => {
    const { gone, done } = till([], 'disabled_software')
    gone('GPU', 'killed')
    expect(done).toEqual(['new page'])
  })

  it('makes the till start once more without it the second time, with its own switches', () => {
    const { gone, done, lines } = till(['--lang=sw'])
    for (let n = 0; n < 4; n++) gone('GPU', 'crashed')
    expect(done).toEqual([{ args: ['--lang=sw', '--disable-gpu'] }, 'quit'])
    expect(lines.join('\n')).toContain('restart-without-graphics')
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

describe('a window whose page crashes', () => {
  it('is loaded again three times in a minute, and not a fourth time', () => {
    let now = 0
    let loaded = 0
    const contents = Object.assign(new EventEmitter(), { reload: () => loaded++ })
    const window = { webContents: contents } as unknown as BrowserWindow
    surviveWindowCrashes(window, listeningLog().log, () => now)
    const crashAt = (moment: number, reason = 'crashed') => {
      now = moment
      contents.emit('render-process-gone', {}, { reason })
      return loaded
    }
    expect([0, 1_000, 2_000, 3_000].map(at => crashAt(at))).toEqual([1, 2, 3, 3])
    expect(crashAt(62_000)).toBe(4)
    expect(crashAt(200_000, 'clean-exit')).toBe(4)
  })
})
