import { EventEmitter } from 'node:events'
import type { BrowserWindow, Rectangle, Screen } from 'electron'
import { describe, expect, it } from 'vitest'
import {
  fillsDisplay,
  keepWithinWorkArea,
  sizesFor,
  withinArea,
} from '../../../../../electron/main/outputs/windows/work-area'

const large = { x: 0, y: 0, width: 1920, height: 1040 }
/** 1024 × 600 with a task bar, and 1366 × 768 at 125 % with one. */
const netbook = { x: 0, y: 0, width: 1024, height: 560 }
const laptop = { x: 0, y: 0, width: 1093, height: 582 }

describe('the till’s window is never larger than the work area', () => {
  it.each([
    ['a large display', large, { width: 1280, height: 800, minWidth: 1024, minHeight: 640 }],
    ['1024 × 600', netbook, { width: 1024, height: 560, minWidth: 1024, minHeight: 560 }],
    ['1366 × 768 at 125 %', laptop, { width: 1093, height: 582, minWidth: 1024, minHeight: 582 }],
  ])('when it opens on %s', (_name, area, sizes) => {
    expect(sizesFor(area)).toEqual(sizes)
    expect(fillsDisplay(area)).toBe(area !== large)
  })

  it('and where it was too large it is inside, at the edge that was nearest', () => {
    const second = { x: 1920, y: 40, width: 1024, height: 560 }
    const bounds = { x: 2100, y: 0, width: 1280, height: 800 }
    expect(withinArea(bounds, second)).toEqual(second)
    const small = { x: 1900, y: 0, width: 800, height: 500 }
    expect(withinArea(small, second), 'what is small enough stays where a person put it').toBe(
      small,
    )
  })
})

/** A window on a computer with one display, whose work area a test changes. */
function onDisplay(bounds: Rectangle) {
  const screen = Object.assign(new EventEmitter(), {
    workArea: large,
    getDisplayMatching: () => ({ workArea: screen.workArea }),
  })
  const window = Object.assign(new EventEmitter(), {
    bounds,
    smallest: [1024, 640],
    isDestroyed: () => false,
    isMaximized: () => false,
    isFullScreen: () => false,
    getBounds: () => window.bounds,
    setMinimumSize: (width: number, height: number) => {
      window.smallest = [width, height]
    },
    setBounds: (wanted: Rectangle) => {
      const [width = 0, height = 0] = window.smallest
      window.bounds = {
        ...wanted,
        width: Math.max(width, wanted.width),
        height: Math.max(height, wanted.height),
      }
    },
  })
  keepWithinWorkArea(window as unknown as BrowserWindow, {
    screen: screen as unknown as Screen,
    clock: {
      after(_delay, work) {
        work()
        return () => {}
      },
    },
  })
  return { screen, window }
}

it('a display that becomes smaller takes the window with it, and lets it be large again', () => {
  const { screen, window } = onDisplay({ x: 200, y: 100, width: 1280, height: 800 })
  screen.workArea = netbook
  screen.emit('display-metrics-changed')
  expect(window.bounds).toEqual(netbook)
  screen.workArea = large
  screen.emit('display-metrics-changed')
  expect(window.smallest).toEqual([1024, 640])
})

it('a window that is gone is not followed', () => {
  const { screen, window } = onDisplay(large)
  window.emit('closed')
  expect(screen.listenerCount('display-metrics-changed')).toBe(0)
  expect(screen.listenerCount('display-removed')).toBe(0)
})
