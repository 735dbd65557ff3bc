import { once } from 'node:events'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { BluntEffect, FaultAfter } from '../faults/fault'
import type { Outcome } from '../faults/outcome'
import type { PracticeContext } from '../http'
import { type Reply, toResponse } from '../reply'
import type { ServiceTime } from '../service-time'
import type { Timers } from '../timers'

/** Stays silent until the other side gives up, or the service stops. */
async function hang({ env, var: { exchange } }: PracticeContext): Promise<Response> {
  exchange.ended('hung', null)
  await once(env.outgoing, 'close')
  return RESPONSE_ALREADY_SENT
}

function strike(context: PracticeContext, effect: BluntEffect): Response | Promise<Response> {
  const { env, var: variables } = context
  if (effect.kind === 'answer') return toResponse(effect)
  if (effect.kind === 'hang') return hang(context)
  const reset = effect.kind === 'reset'
  variables.exchange.ended(reset ? 'reset' : 'dropped', null)
  if (reset) env.incoming.socket.resetAndDestroy()
  else env.incoming.socket.destroy()
  return RESPONSE_ALREADY_SENT
}

/** The head promises the whole body; then the connection closes in the middle of it. */
function cut({ env, var: { exchange } }: PracticeContext, reply: Reply, bytes: number): Response {
  const whole = Buffer.from(reply.body)
  exchange.ended('cut', reply.status)
  env.outgoing.writeHead(reply.status, { ...reply.headers, 'content-length': whole.length })
  env.outgoing.flushHeaders()
  env.outgoing.write(whole.subarray(0, bytes), () => env.incoming.socket.destroy())
  return RESPONSE_ALREADY_SENT
}

/** Brings outcomes to the wire, with whatever goes wrong there. */
export function createDelivery(timers: Timers, time: ServiceTime) {
  async function spoilt(context: PracticeContext, reply: Reply, fault: FaultAfter) {
    await timers.sleep(fault.delayMs)
    const { effect } = fault
    if (!effect) return toResponse(reply)
    if (effect.kind === 'pad')
      return toResponse({ ...reply, body: reply.body + ' '.repeat(effect.bytes) })
    if (effect.kind !== 'cut') return strike(context, effect)
    context.env.outgoing.setHeader('date', time.httpDate())
    return cut(context, reply, effect.bytes)
  }

  return async (context: PracticeContext, outcome: Outcome): Promise<Response> => {
    if (!outcome.executed) return strike(context, outcome.effect)
    const { reply, fault } = outcome
    return fault ? spoilt(context, reply, fault) : toResponse(reply)
  }
}
