import { type ParseArgsConfig, parseArgs } from 'node:util'
import { Problem, reasonOf } from './problem'

/**
 * Runs a command: the number its body gives is the exit code, a failure is printed on stderr. With `--help` it prints
 * its usage and does nothing else.
 */
export async function runCommand(body: () => Promise<number>, usage?: string): Promise<void> {
  if (usage !== undefined && process.argv.slice(2).some(arg => arg === '--help' || arg === '-h')) {
    process.stdout.write(`${usage}\n`)
    return
  }
  try {
    process.exitCode = await body()
  } catch (error) {
    note(reasonOf(error))
    process.exitCode = 1
  }
}

/** As `parseArgs`; of `args`, or of the command line. Throws a Problem with the usage for a wrong option. */
export function readOptions<const Config extends ParseArgsConfig>(usage: string, config: Config) {
  try {
    return parseArgs(config)
  } catch (cause) {
    throw new Problem((cause as Error).message, usage, { cause })
  }
}

/** The whole number of an option; `otherwise` where it was not given. Throws a Problem with the usage. */
export function wholeNumber(usage: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  if (!/^\d{1,15}$/.test(text)) throw new Problem(`"${text}" is not a whole number.`, usage)
  return Number(text)
}

/** For a command that takes no options. Throws a Problem with the usage where one was given. */
export function takesNoOptions(usage: string): void {
  readOptions(usage, { options: {} })
}

/** Tells the user something. Always on stderr: a command's stdout may be read by a program. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`)
}

const beat = 5_000

/** Names a step that takes long, and keeps saying that it is still alive until it ends. */
export async function withProgress<T>(label: string, work: () => Promise<T>): Promise<T> {
  const started = Date.now()
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`
  note(`${label} …`)
  const timer = setInterval(() => note(`${label} … ${seconds()}`), beat)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
