import { EventEmitter } from 'node:events'
import type { App } from 'electron'
import { describe, expect, it } from 'vitest'
import { surviveGraphicsCrashes } from '../../../../../electron/main/outputs/windows/graphics-crash'
import { createLog } from '../../../../../electron/main/platform/log'

/** Crashes of a till's processes, and what the till does about them. */
function till(args: readonly string[]) {
  const done: unknown[] = []
  const lines: string[] = []
  const app = Object.assign(new EventEmitter(), {
    relaunch: (options: unknown) => done.push(options),
    quit: () => done.push('quit'),
  })
  const log = createLog({ write: (_level, line) => lines.push(line) })
  surviveGraphicsCrashes(app as unknown as App, log, args)
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

  it('makes the till start once more without it the second time, with its own switches', () => {
    const { gone, done, lines } = till(['--lang=sw'])
    for (let n = 0; n < 4; n++) gone('GPU', 'crashed')
    expect(done).toEqual([{ args: ['--lang=sw', '--disable-gpu'] }, 'quit'])
    expect(lines.join('\n')).toContain('restart-without-graphics')
  })

  it('restarts nothing where it is not used, when it ends in order, or when another process dies', () => {
    const without = till(['--disable-gpu'])
    for (let n = 0; n < 4; n++) without.gone('GPU', 'crashed')
    const ordinary = till([])
    for (let n = 0; n < 4; n++) {
      ordinary.gone('GPU', 'clean-exit')
      ordinary.gone('Utility', 'crashed')
    }
    expect([...without.done, ...ordinary.done]).toEqual([])
  })
})
