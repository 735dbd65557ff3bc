import { z } from 'zod'
import { rateLimitSchema } from '../access/rate-limiter'
import { answerFormNameSchema } from '../answers/forms'
import { faultSchema } from '../faults/fault'
import { requestMatchSchema } from '../faults/rules'
import { type Reply, refuse, succeed } from '../reply'
import { parseBody } from '../requests/parse'
import type { PracticeControl } from './control'

/** One call of the control plane, from the text of a request to the reply. */
export interface ControlCall {
  name: string
  perform(body: string): Reply
}

/** An error of the control (an unknown reference, an unknown key) becomes a 404. */
function attempt(run: () => unknown): Reply {
  try {
    return succeed({ result: run() ?? null })
  } catch (error) {
    return refuse(404, 'not_found', error instanceof Error ? error.message : String(error))
  }
}

function call<Body>(name: string, schema: z.ZodType<Body>, run: (body: Body) => unknown) {
  const perform = (body: string) => {
    const parsed = parseBody(body, schema)
    return parsed.ok ? attempt(() => run(parsed.value)) : parsed.refusal
  }
  return { name, perform }
}

const seconds = z.number().positive()
const nothing = z.strictObject({})
const oneKey = z.strictObject({ apiKey: z.string().optional() })

const decisionSchema = z.strictObject({
  reference: z.string(),
  status: z.string().min(1),
  providerStatus: z.string().nullish(),
})

const ruleSchema = z.strictObject({
  match: requestMatchSchema.default({}),
  fault: faultSchema,
  times: z.int().min(1).default(1),
})

const sessionSchema = z.strictObject({ mobile: seconds.optional(), card: seconds.optional() })

/** Every call that changes something; each takes the arguments of `PracticeControl` by name. */
export const controlCalls = (control: PracticeControl): readonly ControlCall[] => [
  call('decide', decisionSchema, ({ reference, status, providerStatus }) =>
    control.decide(reference, status, providerStatus),
  ),
  call('rule', ruleSchema, ({ match, fault, times }) => control.rule(match, fault, times)),
  call('rate-limit', z.strictObject({ limit: rateLimitSchema.nullable() }), ({ limit }) =>
    control.setRateLimit(limit),
  ),
  call('revoke-keys', oneKey, ({ apiKey }) => control.revokeKeys(apiKey)),
  call('restore-keys', oneKey, ({ apiKey }) => control.restoreKeys(apiKey)),
  call('session', sessionSchema, ({ mobile, card }) =>
    control.setSession({ ...(mobile && { mobile }), ...(card && { card }) }),
  ),
  call('approval', z.strictObject({ seconds: z.number().min(0) }), body =>
    control.setApproval(body.seconds),
  ),
  call('answers', z.strictObject({ form: answerFormNameSchema }), ({ form }) =>
    control.setAnswers(form),
  ),
  call('skew-date', z.strictObject({ ms: z.int() }), ({ ms }) => control.skewDate(ms)),
  call('pause', nothing, control.pause),
  call('resume', nothing, control.resume),
  call('reset', nothing, control.reset),
]
