import { json, type Reply, startHttpService } from '../service/loopback-service'
import { openTillAt, type Till } from './till'

/* Servers that misbehave as the practice service cannot: real HTTP, scripted. */
export { envelope, errorBody } from '../service/answers'
export {
  json,
  page,
  type Reply,
  type ServiceEndpoint,
  startHttpService,
} from '../service/loopback-service'

/** Answers without a `Date`: the till lives in virtual time, which the real one would contradict. */
export const undated =
  (reply: Reply): Reply =>
  (response, seen) => {
    response.sendDate = false
    reply(response, seen)
  }

/** An answer that says this JSON, or what a test does with the response itself. */
export type ScriptedAnswer = Reply | object

/** A till whose service says `created` to each create, and to the reads one after the other, the last one for ever. */
export async function tillBetween(
  created: ScriptedAnswer,
  reads: readonly ScriptedAnswer[],
): Promise<Till & { asked: () => string[] }> {
  let read = 0
  const reply: Reply = (response, seen) => {
    const isRead = seen.path.endsWith('/status')
    const answer = isRead ? reads[Math.min(read, reads.length - 1)] : created
    if (isRead) read += 1
    const scripted = typeof answer === 'function' ? answer : json(200, answer)
    ;(scripted as Reply)(response, seen)
  }
  const endpoint = await startHttpService(undated(reply))
  const asked = () =>
    endpoint.seen.filter(({ path }) => path.endsWith('/status')).map(({ body }) => body)
  return { ...openTillAt(endpoint), asked }
}

/** A till whose service takes each payment as `R-1`. */
export function tillReading(...reads: ScriptedAnswer[]): ReturnType<typeof tillBetween> {
  const data = { reference: 'R-1', status: 'pending' }
  return tillBetween({ status: 'success', code: 200, data }, reads)
}

/** What one service with exactly the contract's operations answers to a read: no envelope (§2.1: not shown). */
export const flatRead = {
  message: 'Payment status retrieved',
  transactionId: 'T-9',
  displayId: 'D-9',
  method: 'MOBILE',
  status: 'COMPLETED',
  reference_id: 'R-1',
  amount: '15000.00',
  currency: 'TZS',
  created_at: '2026-01-05T09:00:00.000Z',
}
