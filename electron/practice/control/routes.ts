import { createHash, timingSafeEqual } from 'node:crypto'
import type { Hono } from 'hono'
import { isJson, type PracticeEnv, readBody } from '../http'
import { refuse, succeed, toResponse } from '../reply'
import { controlCalls } from './calls'
import type { PracticeControl } from './control'

const notJson = refuse(415, 'unsupported_media_type', 'Send JSON.')
const noToken = refuse(401, 'unauthorized', 'Send the control token: Authorization: Bearer TOKEN.')

/** Takes the same time wherever two tokens differ. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

/**
 * Adds the control plane to `app`: the calls of `PracticeControl` over HTTP, for tests in another
 * process. It is never switched on in the embedded use, and asks for its token.
 */
export function addControlRoutes(
  app: Hono<PracticeEnv>,
  control: PracticeControl,
  token: string,
): void {
  app.use('/control/*', async (context, next) =>
    isSame(context.req.header('authorization') ?? '', `Bearer ${token}`)
      ? next()
      : toResponse(noToken),
  )
  for (const name of ['payments', 'requests', 'webhooks'] as const)
    app.get(`/control/${name}`, () => toResponse(succeed({ [name]: control[name]() })))

  for (const { name, perform } of controlCalls(control)) {
    app.post(`/control/${name}`, async context => {
      if (!isJson(context.req.header('content-type'))) return toResponse(notJson)
      const body = await readBody(context)
      return toResponse(perform(body?.toString() ?? ''))
    })
  }
}
