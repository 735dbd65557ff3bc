import type { Reply } from '../../unit/service/support/far-end'

/* Servers that misbehave as the practice service cannot: real HTTP, scripted. */
export { envelope, errorBody } from '../../unit/service/support/answers'
export { type FarEnd, httpFarEnd, json, page, type Reply } from '../../unit/service/support/far-end'

/** Answers without a `Date`: the till lives in virtual time, which the real one would contradict. */
export const undated =
  (reply: Reply): Reply =>
  (response, seen) => {
    response.sendDate = false
    reply(response, seen)
  }
