import { type PracticeOptions, startPracticeService } from '../tests/support/practice/start'
import { note, runCommand } from './command'
import { adviceFor, jsonFor, parseCommand, reportFor, usage } from './practice-service/arguments'
import { Problem } from './problem'

/* The stand-alone practice service: `npm run practice-service`. */

async function start(options: PracticeOptions, json: boolean): Promise<void> {
  const service = await startPracticeService(options)
  const report = json ? jsonFor : reportFor
  process.stdout.write(report(service))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => service.stop())
}

await runCommand(async () => {
  const command = parseCommand(process.argv.slice(2))
  if (command.kind === 'mistake') throw new Problem(command.message, usage)
  const { options, json } = command
  try {
    await start(options, json)
    return 0
  } catch (error) {
    note(adviceFor(error, options.port))
    return 1
  }
}, usage)
