import { type PracticeService, startPracticeService } from '../../../electron/practice'
import { hurry } from './test'

/** The same service, there again after it was stopped; its books are empty. The caller stops it. */
export function comeBack(gone: PracticeService): Promise<PracticeService> {
  const { port, pathPrefix, apiKey, apiSecret } = gone
  return startPracticeService({ ...hurry, port, pathPrefix, apiKey, apiSecret, webhooks: 'off' })
}
