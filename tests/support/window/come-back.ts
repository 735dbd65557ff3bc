import { type PracticeService, startPracticeService } from '../../../electron/practice'
import { hurry } from './test'

/** The same service, there again after it was stopped; without a file its books are empty. The caller stops it. */
export function comeBack(gone: PracticeService, booksFile?: string): Promise<PracticeService> {
  const { port, pathPrefix, apiKey, apiSecret } = gone
  const same = { port, pathPrefix, apiKey, apiSecret, webhooks: 'off' } as const
  return startPracticeService({ ...hurry, ...same, ...(booksFile !== undefined && { booksFile }) })
}
