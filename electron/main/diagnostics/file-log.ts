import { join } from 'node:path'
import electronLog from 'electron-log/node'
import type { LogSink } from './log'

/** A megabyte a file; electron-log keeps one older file beside it. */
const largestFile = 1024 * 1024

/** Lines into `logs/main.log` of the data folder. Nothing is sent anywhere. */
export function createFileSink(dataFolder: string): LogSink {
  const logger = electronLog.create({ logId: 'kaunta' })
  logger.transports.file.resolvePathFn = () => join(dataFolder, 'logs', 'main.log')
  logger.transports.file.maxSize = largestFile
  logger.transports.console.level = false
  return { write: (level, line) => logger[level](line) }
}
