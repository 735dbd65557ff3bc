import { type ParseArgsConfig, parseArgs } from 'node:util'
import { Problem } from './problem'

/**
 * Reads what a command was given: options with a text each, and the rest. Null where `--help` was asked for: then the
 * usage was printed. Throws a Problem with the usage for what the command does not know.
 */
export function readArguments<Name extends string>(
  args: string[],
  names: readonly Name[],
  usage: string,
): { options: Partial<Record<Name, string>>; rest: string[] } | null {
  const options: ParseArgsConfig['options'] = { help: { type: 'boolean', short: 'h' } }
  for (const name of names) options[name] = { type: 'string' }
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if (values.help) {
      process.stdout.write(`${usage}\n`)
      return null
    }
    return { options: values as Partial<Record<Name, string>>, rest: positionals }
  } catch (cause) {
    throw new Problem(cause instanceof Error ? cause.message : String(cause), usage, { cause })
  }
}
