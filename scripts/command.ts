import { reasonOf } from './problem'

/** Runs a command: the number its body gives is the exit code, a failure is told on stderr. */
export async function runCommand(body: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await body()
  } catch (error) {
    note(reasonOf(error))
    process.exitCode = 1
  }
}

/** Tells the user something. Always on stderr: a command's stdout may be read by a program. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`)
}
