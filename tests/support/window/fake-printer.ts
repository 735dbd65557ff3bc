import type { Till } from './till'

/** What a printer was given. */
export interface Printed {
  options: { deviceName: string; copies: number; pageSize: unknown; silent: boolean }
  /** The slip's text, as the page showed it. */
  text: string
  /** The same on the same paper as a PDF, in base64: what a person looks at. */
  pdf: string
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
        const come = async () => {
          const { pageSize: size, margins } = options ?? {}
          const inches = (microns: number) => microns / 25_400
          const pageSize =
            typeof size === 'object'
              ? { width: inches(size.width), height: inches(size.height) }
              : 'A4'
          const bare = margins?.marginType === 'none'
          const pdf = await contents.printToPDF({
            ...(bare && { margins: { top: 0, bottom: 0, left: 0, right: 0 } }),
            pageSize,
          })
          const text = await contents.executeJavaScript('document.body.innerText')
          printed.push({ options, text, pdf: pdf.toString('base64') })
        }
        come().then(() => (how === 'prints' ? done?.(true, '') : done?.(false, 'out of paper')))
      }
    })
  }, answers)
}

/** Everything that the printer was given so far. */
export function printedBy({ app }: Till): Promise<Printed[]> {
  return app.evaluate(() => (globalThis as unknown as { printed: Printed[] }).printed)
}
