import type { Hono } from 'hono'
import { isJson, type PracticeEnv, readBody } from '../http'
import { refuse, succeed, toResponse } from '../reply'
import { controlCalls } from './calls'
import type { PracticeControl } from './control'

const notJson = refuse(415, 'unsupported_media_type', 'Send JSON.')

/**
 * Adds the control plane to `app`: the calls of `PracticeControl` over HTTP, for tests in another
 * process. It asks for no keys, so it is never switched on in the embedded use.
 */
export function addControlRoutes(app: Hono<PracticeEnv>, control: PracticeControl): void {
  for (const name of ['payments', 'requests', 'webhooks'] as const)
    app.get(`/control/${name}`, () => toResponse(succeed({ [name]: control[name]() })))

  for (const { name, perform } of controlCalls(control)) {
    app.post(`/control/${name}`, async context => {
      // A web site cannot make a browser send JSON here unasked, so none can steer the service.
      if (!isJson(context.req.header('content-type'))) return toResponse(notJson)
      const body = await readBody(context)
      return toResponse(perform(body?.toString() ?? ''))
    })
  }
}
