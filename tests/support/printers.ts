import { createPrinters, type Printers } from '../../electron/main/outputs/printing/printers'
import type { Clock } from '../../electron/main/platform/clock'

/** The real ways to printers, with times for tests. Nothing is sent to a queue of this computer. */
export function printersOn(clock: Clock): Printers {
  return createPrinters({
    clock,
    limits: { connect: 600, answer: 400, silence: 800 },
    sendToQueue: async () => {
      throw new Error('This test has no print queue')
    },
  })
}
