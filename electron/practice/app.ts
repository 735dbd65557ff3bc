import { Hono } from 'hono'
import { addCheckoutRoutes } from './checkout/routes'
import { addControlRoutes } from './control/routes'
import type { PracticeEnv } from './http'
import { isLoopback } from './http'
import { addMerchantRoutes } from './merchant/routes'
import type { Parts } from './parts'
import { type Reply, refuse, toResponse } from './reply'

const notFound: Reply = refuse(404, 'not_found', 'There is nothing at this path.')

const otherHost: Reply = refuse(
  421,
  'misdirected_request',
  'This service answers on 127.0.0.1 and localhost only.',
)

/**
 * A web site can give its own name the address 127.0.0.1 (DNS rebinding), and then reads what this service answers:
 * the browser still sends that name.
 */
function isThisComputer(host: string | undefined): boolean {
  const address = `http://${host}`
  return host !== undefined && URL.canParse(address) && isLoopback(new URL(address))
}

/** Everything that the service answers, as one Hono app. */
export function createApp(parts: Parts, controlToken: string | null): Hono<PracticeEnv> {
  const { log, time } = parts
  const app = new Hono<PracticeEnv>()

  app.use(async (context, next) =>
    isThisComputer(context.req.header('host')) ? next() : toResponse(otherHost),
  )
  // Before the log: the control plane's own requests are not logged.
  if (controlToken !== null) addControlRoutes(app, parts.control, controlToken)

  app.use(async (context, next) => {
    const { incoming, outgoing } = context.env
    const exchange = log.open(context.req.method, context.req.path, incoming.headers)
    context.set('exchange', exchange)
    await next()
    exchange.ended('answered', context.res.status)
    // Set at the end, so that a late answer too has the time at which it is sent.
    if (!outgoing.headersSent) outgoing.setHeader('date', time.httpDate())
  })
  addMerchantRoutes(app, parts)
  addCheckoutRoutes(app, parts)

  app.notFound(() => toResponse(notFound))
  app.onError(error => toResponse(refuse(500, 'internal_error', error.message)))
  return app
}
