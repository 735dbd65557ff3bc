import type { Till } from './till'

interface ShownNotice {
  title: string
  body: string
}

/** The notifications that the till handed to the desktop. */
export interface Notices {
  shown(): Promise<ShownNotice[]>
  click(index: number): Promise<void>
}

/**
 * Catches notifications where the till hands them to the desktop, and nothing before it: a test's
 * display has no desktop that could show one or be clicked.
 */
export async function collectNotices({ app }: Till): Promise<Notices> {
  await app.evaluate(({ Notification }) => {
    const caught: Electron.Notification[] = []
    Object.assign(globalThis, { caught })
    Notification.isSupported = () => true
    Notification.prototype.show = function show(this: Electron.Notification) {
      caught.push(this)
    }
  })
  return {
    shown: () =>
      app.evaluate(() => {
        const { caught } = globalThis as unknown as { caught: Electron.Notification[] }
        return caught.map(({ title, body }) => ({ title, body }))
      }),
    click: index =>
      app.evaluate((_electron, at) => {
        const { caught } = globalThis as unknown as { caught: Electron.Notification[] }
        caught[at]?.emit('click')
      }, index),
  }
}

/** The cashier has the till before them; other tests' windows on the same display take its focus away. */
export async function isInFront({ app }: Till): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    if (window) window.isFocused = () => true
  })
}

/** The cashier has put the till away; a test's display has no window manager that would minimise it. */
export async function isElsewhere({ app }: Till): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
}
