import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import electronLog from 'electron-log/node'
import type { LogSink } from './log'

/** A megabyte a file; electron-log keeps one older file next to it. */
const largestFile = 1024 * 1024

/**
 * Lines into `logs/main.log` of the data folder, for this computer's user alone. Nothing is sent anywhere.
 */
export function createFileSink(dataFolder: string): LogSink {
  const file = join(dataFolder, 'logs', 'main.log')
  makePrivate(join(dataFolder, 'logs'), file)
  const logger = electronLog.create({ logId: 'kaunta' })
  const { transports } = logger
  transports.file.resolvePathFn = () => file
  transports.file.maxSize = largestFile
  transports.file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' }
  transports.console.level = false
  return { write: (level, line) => logger[level](line) }
}

/** Before a mode was asked for, files were made with the system's own: those are narrowed. */
function makePrivate(folder: string, file: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
    for (const each of [file, join(folder, 'main.old.log')])
      if (existsSync(each)) chmodSync(each, 0o600)
  } catch {
    // A disk that is full or read-only must not keep the till from starting, to say so on the screen; the
    // data folder itself is its user's alone.
  }
}
