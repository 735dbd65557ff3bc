import { describe, expect, it, vi } from 'vitest'
import { createWindowFactory } from '../../../../electron/main/windows/window-factory'

/** What windows were made with, in place of a screen to make them on. */
const { made, app } = vi.hoisted(() => ({ made: [] as object[], app: { isPackaged: true } }))

vi.mock('electron', () => ({
  app,
  BrowserWindow: class {
    constructor(options: object) {
      made.push(options)
    }
    once() {}
    loadURL() {}
  },
}))

describe.each(['till', 'customer'] as const)('the %s window', kind => {
  it.each([
    ['packaged', true, false],
    ['developer’s', false, true],
  ])(
    'of a %s till is locked; only a developer’s has developer tools',
    (_name, isPackaged, devTools) => {
      app.isPackaged = isPackaged
      createWindowFactory({ mainFolder: '/till', devServer: null }).open(kind, {})
      expect(made.at(-1)).toMatchObject({
        webPreferences: {
          devTools,
          sandbox: true,
          contextIsolation: true,
          nodeIntegration: false,
          webSecurity: true,
          spellcheck: false,
        },
      })
    },
  )
})
