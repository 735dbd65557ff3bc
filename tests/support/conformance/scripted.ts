import type { Reply } from '../service/far-end'

/* Servers that misbehave as the practice service cannot: real HTTP, scripted. */
export { envelope, errorBody } from '../service/answers'
export { httpFarEnd, json, page, type Reply, type ServiceEndpoint } from '../service/far-end'

/** Answers without a `Date`: the till lives in virtual time, which the real one would contradict. */
export const undated =
  (reply: Reply): Reply =>
  (response, seen) => {
    response.sendDate = false
    reply(response, seen)
  }
