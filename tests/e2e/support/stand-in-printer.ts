import type { Till } from './till'

/** What a printer was given. */
export interface Printed {
  options: { deviceName: string; copies: number; pageSize: unknown; silent: boolean }
  /** The slip's text, as the page showed it. */
  text: string
}

/**
 * Gives the computer of a test a printer: none is ever installed there. It takes what the till's own
 * hidden window is told to print, and answers as it is told to.
 */
export async function installPrinter({ app }: Till, answers: 'prints' | 'refuses'): Promise<void> {
  await app.evaluate(({ app: electronApp }, how) => {
    const printed: unknown[] = []
    Object.assign(globalThis, { printed })
    electronApp.on('web-contents-created', (_event, contents) => {
      contents.getPrintersAsync = async () => [
        { name: 'till-80', displayName: 'Till printer', description: '', options: {} },
      ]
      contents.print = (options, done) => {
        contents.executeJavaScript('document.body.innerText').then(text => {
          printed.push({ options, text })
          if (how === 'prints') done?.(true, '')
          else done?.(false, 'out of paper')
        })
      }
    })
  }, answers)
}

/** Everything that the printer was given so far. */
export function printedBy({ app }: Till): Promise<Printed[]> {
  return app.evaluate(() => (globalThis as unknown as { printed: Printed[] }).printed)
}
