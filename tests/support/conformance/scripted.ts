import type { Reply } from '../service/loopback-service'

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
