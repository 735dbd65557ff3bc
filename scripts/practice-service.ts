import { type PracticeOptions, startPracticeService } from '../tests/support/practice/start'
import { adviceFor, jsonFor, parseCommand, reportFor, usage } from './practice-service/arguments'

/* The stand-alone practice service: `npm run practice-service`. */

function fail(message: string, exitCode: number): void {
  process.stderr.write(`${message}\n`)
  process.exitCode = exitCode
}

async function start(options: PracticeOptions, json: boolean): Promise<void> {
  const service = await startPracticeService(options)
  const report = json ? jsonFor : reportFor
  process.stdout.write(report(service))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => service.stop())
}

const command = parseCommand(process.argv.slice(2))
if (command.kind === 'help') process.stdout.write(`${usage}\n`)
else if (command.kind === 'mistake') fail(`${command.message}\n\n${usage}`, 2)
else
  start(command.options, command.json).catch(error =>
    fail(adviceFor(error, command.options.port), 1),
  )
