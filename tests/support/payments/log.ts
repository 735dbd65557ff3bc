import { createLog, type Log } from '../../../electron/main/platform/log'

/** The real log, on lines that a test can read. */
export function listeningLog(): { log: Log; lines: string[] } {
  const lines: string[] = []
  const log = createLog({ write: (level, line) => lines.push(`${level} ${line}`) })
  return { log, lines }
}
