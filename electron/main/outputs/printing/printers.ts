import type { PaperView } from '../../../../shared/paper-page'
import { readPrinterAddress } from '../../../../shared/settings/printer-address'
import type { PrintMethod, ReceiptSettings } from '../../../../shared/settings/receipts'
import type { Clock } from '../../platform/clock'
import { NetworkPrinter, type PrinterLimits } from './escpos/network-printer'
import type { SendToQueue } from './escpos/raw-queue'
import type { Drawing, PrintWindow } from './print-window'
import { PrinterTrouble } from './printer-trouble'

/** Which printer, and how it is reached. */
export type PrinterChoice = Pick<ReceiptSettings, 'method' | 'printer' | 'address'>

/** A printer that can print now, as far as it tells. */
export interface ReadyPrinter {
  /** Paper comes out. Throws PrinterTrouble, or what the system said. */
  print(drawing: Drawing, sheets: number): Promise<void>
}

type AnyPrintWindow = Pick<PrintWindow<PaperView>, 'hasPrinter'>

/** Every way to a printer. What is drawn is the same for all of them. */
export interface Printers {
  /**
   * Finds the printer and asks it how it is, before the paper is put on record; then does the work. Throws
   * PrinterTrouble where it is certain that nothing came out, and what the work throws.
   */
  use<Value>(
    choice: PrinterChoice,
    window: AnyPrintWindow,
    signal: AbortSignal,
    work: (printer: ReadyPrinter) => Promise<Value>,
  ): Promise<Value>
  /** Opens the cash drawer at the receipt printer. Throws PrinterTrouble. */
  openDrawer(choice: PrinterChoice, signal: AbortSignal): Promise<void>
}

export interface PrintersDeps {
  clock: Pick<Clock, 'after' | 'monotonic'>
  sendToQueue: SendToQueue
  limits?: PrinterLimits
}

/** What takes commands: paper or a pulse for the drawer. */
interface CommandPrinter {
  send(bytes: Uint8Array): Promise<void>
  close(): void
}

export function createPrinters({ clock, sendToQueue, limits }: PrintersDeps): Printers {
  type Open = (choice: PrinterChoice, signal: AbortSignal) => Promise<CommandPrinter>

  const openNetwork: Open = async ({ address: typed }, signal) => {
    const address = readPrinterAddress(typed)
    if (address === null) throw new PrinterTrouble('printer-missing', 'No address was entered')
    const printer = new NetworkPrinter({ address, clock, signal, ...(limits && { limits }) })
    try {
      await printer.open()
    } catch (error) {
      printer.close()
      throw error
    }
    return printer
  }

  const openQueue: Open = async ({ printer: queue }, signal) => ({
    send: bytes => sendToQueue(queue, bytes, signal),
    close: () => undefined,
  })

  /** Null: the system draws the paper itself. */
  const commandPrinters: Record<PrintMethod, Open | null> = {
    system: null,
    network: openNetwork,
    queue: openQueue,
  }

  async function withCommands<Value>(
    open: Open,
    choice: PrinterChoice,
    signal: AbortSignal,
    work: (printer: CommandPrinter) => Promise<Value>,
  ): Promise<Value> {
    const printer = await open(choice, signal)
    try {
      return await work(printer)
    } finally {
      printer.close()
    }
  }

  return {
    async use(choice, window, signal, work) {
      const { method, printer } = choice
      if (method !== 'network' && !(await window.hasPrinter(printer)))
        throw new PrinterTrouble('printer-missing', printer || 'This computer has no printer')
      const open = commandPrinters[method]
      if (open === null) return work({ print: (drawing, sheets) => drawing.print(printer, sheets) })
      return withCommands(open, choice, signal, commands =>
        work({
          print: async (drawing, sheets) => commands.send(await commandsOf(drawing, sheets)),
        }),
      )
    },
    async openDrawer(choice, signal) {
      const open = commandPrinters[choice.method]
      if (open === null) throw new PrinterTrouble('printer-missing', 'A drawer needs ESC/POS')
      const { drawerCommands } = await import('./escpos/commands')
      await withCommands(open, choice, signal, commands => commands.send(drawerCommands()))
    },
  }
}

/** The encoder is loaded with the first paper: at the start of the till nothing is printed. */
async function commandsOf(drawing: Drawing, sheets: number): Promise<Uint8Array> {
  const { paperCommands } = await import('./escpos/commands')
  const sheet = paperCommands(await drawing.dots())
  return Buffer.concat(Array.from({ length: sheets }, () => sheet))
}
