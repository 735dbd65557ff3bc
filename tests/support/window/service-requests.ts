import type { PracticeService } from '../../../electron/practice'
import { createRequests, statusReads } from './expectations'

/** What reached the service, with its answer's status. */
export interface ServiceRequest {
  status: number
  at: number
}

/** Every create and status read that reached the service, oldest first. */
export function requests(service: PracticeService): ServiceRequest[] {
  return [...createRequests(service), ...statusReads(service)]
    .map(({ status, at }) => ({ status: status ?? 0, at }))
    .sort((one, other) => one.at - other.at)
}

/** The body of a 429. */
export const slowDown = JSON.stringify({
  status: 'error',
  code: 429,
  error_code: 'slow',
  message: 'Slow down',
})
