import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Session } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import {
  WindowFactory,
  windowIcon,
} from '../../../../../electron/main/outputs/windows/window-factory'

/** What windows were made with, in place of a screen to make them on. */
const { made } = vi.hoisted(() => ({ made: [] as object[] }))

vi.mock('electron', () => ({
  BrowserWindow: class {
    drawn = 0
    isGone = false
    webContents = { invalidate: () => (this.drawn += 1) }
    constructor(options: object) {
      made.push(options)
    }
    isDestroyed = () => this.isGone
    once() {}
    loadURL() {}
  },
}))

describe.each(['till', 'customer'] as const)('the %s window', kind => {
  it.each([
    ['for shops', false],
    ['of a developer', true],
  ])('of a till %s is locked; only a developer’s has developer tools', (_name, devTools) => {
    const session = { name: 'pages' } as unknown as Session
    new WindowFactory({ mainFolder: '/till', devServer: null, devTools }, session).open(kind, {})
    expect(made.at(-1)).toMatchObject({
      webPreferences: {
        session,
        devTools,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        spellcheck: false,
      },
    })
  })
})

it('a window has an icon of its own on Linux alone', () => {
  const mainFolder = join(import.meta.dirname, '../../../../../out/main')
  const icon = windowIcon('linux', { mainFolder })
  expect(existsSync(icon ?? '')).toBe(true)
  expect(windowIcon('win32', { mainFolder })).toBeNull()
  expect(windowIcon('darwin', { mainFolder })).toBeNull()
})

it('each window that is there is drawn again: a sleep takes away what some graphics hardware holds', () => {
  const session = { name: 'pages' } as unknown as Session
  const factory = new WindowFactory(
    { mainFolder: '/till', devServer: null, devTools: false },
    session,
  )
  const windows = (['till', 'customer', 'customer'] as const).map(
    kind => factory.open(kind, {}) as unknown as { drawn: number; isGone: boolean },
  )
  for (const [place, window] of windows.entries()) window.isGone = place === 2
  factory.redraw()
  expect(windows.map(({ drawn }) => drawn)).toEqual([1, 1, 0])
})
