import { once } from 'node:events'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Timers } from '../clock'
import type { FaultAfter, Outcome, ReplacingEffect } from '../faults/fault'
import type { PracticeContext } from '../http'
import { type Reply, toResponse } from '../reply'
import type { ServiceTime } from '../service-time'

/** Does not answer until the client gives up or the service stops. */
async function hang({ env, var: { exchange } }: PracticeContext): Promise<Response> {
  exchange.ended('hung', null)
  await once(env.outgoing, 'close')
  return RESPONSE_ALREADY_SENT
}

function sendInstead(
  context: PracticeContext,
  effect: ReplacingEffect,
): Response | Promise<Response> {
  const { env, var: variables } = context
  if (effect.kind === 'answer') return toResponse(effect)
  if (effect.kind === 'hang') return hang(context)
  const reset = effect.kind === 'reset'
  variables.exchange.ended(reset ? 'reset' : 'dropped', null)
  if (reset) env.incoming.socket.resetAndDestroy()
  else env.incoming.socket.destroy()
  return RESPONSE_ALREADY_SENT
}

/** The headers announce the whole body; the connection closes in the middle of it. */
function cut({ env, var: { exchange } }: PracticeContext, reply: Reply, bytes: number): Response {
  const whole = Buffer.from(reply.body)
  exchange.ended('cut', reply.status)
  env.outgoing.writeHead(reply.status, { ...reply.headers, 'content-length': whole.length })
  env.outgoing.flushHeaders()
  env.outgoing.write(whole.subarray(0, bytes), () => env.incoming.socket.destroy())
  return RESPONSE_ALREADY_SENT
}

/** Sends outcomes, with their faults. */
export function createDelivery(timers: Timers, time: ServiceTime) {
  async function sendWithFault(context: PracticeContext, reply: Reply, fault: FaultAfter) {
    await timers.sleep(fault.delayMs)
    const { effect } = fault
    if (!effect) return toResponse(reply)
    if (effect.kind === 'pad')
      return toResponse({ ...reply, body: reply.body + ' '.repeat(effect.bytes) })
    if (effect.kind !== 'cut') return sendInstead(context, effect)
    context.env.outgoing.setHeader('date', time.httpDate())
    return cut(context, reply, effect.bytes)
  }

  return async (context: PracticeContext, outcome: Outcome): Promise<Response> => {
    if (!outcome.executed) return sendInstead(context, outcome.effect)
    const { reply, fault } = outcome
    return fault ? sendWithFault(context, reply, fault) : toResponse(reply)
  }
}
