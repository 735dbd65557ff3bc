import type { SalvageResult, SalvageTask } from './examiner-process'
import { examine } from './salvage'

/*
 * The process that looks at a ledger which may be damaged. Reading damaged bytes can abort a process of
 * this engine: then it is this one, and not the till. It takes one task, answers once and ends.
 */

function carryOut(task: SalvageTask): SalvageResult {
  try {
    return { ok: true, findings: examine(task) }
  } catch (error) {
    return { ok: false, detail: String(error) }
  }
}

// Electron's utility process has a port of its own; a child of plain Node, as in tests, has not.
const port = process.parentPort ?? null
if (port) port.once('message', ({ data }) => port.postMessage(carryOut(data)))
else
  process.once('message', message =>
    process.send?.(carryOut(message as SalvageTask), () => process.exit()),
  )
