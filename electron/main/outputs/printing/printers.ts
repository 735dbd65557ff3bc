import type { PaperView } from '../../../../shared/paper-page'
import { readPrinterAddress } from '../../../../shared/settings/printer-address'
import type { PrintMethod, ReceiptSettings } from '../../../../shared/settings/receipts'
import type { Clock } from '../../platform/clock'
import type { PrinterLimits } from './escpos/network-printer'
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

/** What takes commands: paper or a pulse for the drawer. */
interface CommandPrinter {
  send(bytes: Uint8Array): Promise<void>
  close(): void
}

type Open = (choice: PrinterChoice, signal: AbortSignal) => Promise<CommandPrinter>

/** Every way to a printer. What is drawn is the same for all of them. */
export class Printers {
  /** Null: the system draws the paper itself. */
  private readonly open: Record<PrintMethod, Open | null> = {
    system: null,
    network: (choice, signal) => this.openNetwork(choice, signal),
    queue: async ({ printer }, signal) => ({
      send: bytes => this.parts.sendToQueue(printer, bytes, signal),
      close: () => undefined,
    }),
  }

  constructor(
    private readonly parts: {
      clock: Pick<Clock, 'after' | 'monotonic'>
      sendToQueue: SendToQueue
      limits?: PrinterLimits
    },
  ) {}

  /**
   * Finds the printer and asks it how it is, before the paper is put on record; then does the work. Throws
   * PrinterTrouble where it is certain that nothing came out, and what the work throws.
   */
  async use<Value>(
    choice: PrinterChoice,
    window: Pick<PrintWindow<PaperView>, 'hasPrinter'>,
    signal: AbortSignal,
    work: (printer: ReadyPrinter) => Promise<Value>,
  ): Promise<Value> {
    const { method, printer } = choice
    if (method !== 'network' && !(await window.hasPrinter(printer)))
      throw new PrinterTrouble('printer-missing', printer || 'This computer has no printer')
    const open = this.open[method]
    if (open === null) return work({ print: (drawing, sheets) => drawing.print(printer, sheets) })
    return withCommands(await open(choice, signal), commands =>
      work({ print: async (drawing, sheets) => commands.send(await commandsOf(drawing, sheets)) }),
    )
  }

  /** Opens the cash drawer at the receipt printer. Throws PrinterTrouble. */
  async openDrawer(choice: PrinterChoice, signal: AbortSignal): Promise<void> {
    const open = this.open[choice.method]
    if (open === null) throw new PrinterTrouble('printer-missing', 'A drawer needs ESC/POS')
    const { drawerCommands } = await import('./escpos/commands')
    await withCommands(await open(choice, signal), commands => commands.send(drawerCommands()))
  }

  private async openNetwork({ address: typed }: PrinterChoice, signal: AbortSignal) {
    const { clock, limits } = this.parts
    const address = readPrinterAddress(typed)
    if (address === null) throw new PrinterTrouble('printer-missing', 'No address was entered')
    const { NetworkPrinter } = await import('./escpos/network-printer')
    const printer = new NetworkPrinter({ address, clock, signal, ...(limits && { limits }) })
    try {
      await printer.open()
    } catch (error) {
      printer.close()
      throw error
    }
    return printer
  }
}

async function withCommands<Value>(
  printer: CommandPrinter,
  work: (printer: CommandPrinter) => Promise<Value>,
): Promise<Value> {
  try {
    return await work(printer)
  } finally {
    printer.close()
  }
}

/** The encoder is loaded with the first paper: at the start of the till nothing is printed. */
async function commandsOf(drawing: Drawing, sheets: number): Promise<Uint8Array> {
  const { paperCommands } = await import('./escpos/commands')
  const sheet = paperCommands(await drawing.dots())
  return Buffer.concat(Array.from({ length: sheets }, () => sheet))
}
