/* Servers that misbehave as the practice service cannot: real HTTP, scripted. */
export { envelope, errorBody } from '../../unit/service/support/answers'
export { type FarEnd, httpFarEnd, json, page, type Reply } from '../../unit/service/support/far-end'
