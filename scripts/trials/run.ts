import { note, runCommand, takesNoOptions } from '../command'
import { Problem } from '../problem'
import { atEveryPlace, faultKinds, trialsImpossible } from './disk-errors'

const usage = 'Use: npm run trial:disk-errors\nOn Linux with strace; it takes no options.'

/*
 * npm run trial:disk-errors: what the ledger does when the disk fails at each of its system calls. The
 * figures are kept in docs/evidence/disk-errors.md.
 */
await runCommand(async () => {
  takesNoOptions(usage)
  const reason = trialsImpossible()
  if (reason)
    throw new Problem(`The trials cannot run here: ${reason}.`, 'Use a Linux machine with strace.')
  for (const what of ['payment', 'step'] as const) await writes(what)
  return 0
}, usage)

async function writes(what: 'payment' | 'step'): Promise<void> {
  for (const kind of kinds()) {
    const trials = await atEveryPlace(kind, what)
    const found = trials.filter(({ readBack }) => readBack)
    const phases = trials.map(({ phase }) => phase ?? 'not there')
    const text = `found after all ${found.length}, then: ${[...new Set(phases)].join(', ')}`
    row(`ledger, ${what}`, kind, trials.length, text)
  }
}

function kinds() {
  return faultKinds.flatMap(kind => [false, true].map(lasting => ({ ...kind, lasting })))
}

function row(
  name: string,
  { calls, error, lasting }: { calls: string; error: string; lasting: boolean },
  places: number,
  text: string,
): void {
  const fault = `${calls} ${error} ${lasting ? 'from the nth on' : 'the nth only'}`
  note(`${name.padEnd(14)} ${fault.padEnd(38)} ${String(places).padStart(2)} places: ${text}`)
}
