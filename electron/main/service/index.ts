export type { Accepted } from './accepted'
export type { AnswerFacts } from './answer-facts'
export { anyShilling, errorWords, isCallWord } from './answer-words'
export { callFault } from './call-fault'
export { callbackMac } from './callback-mac'
export type { PreparedRequest, ServiceClient, ServiceClientDeps } from './client'
export { longestCall, type Timeouts } from './exchange'
export { createLateClient, loadClient } from './late-client'
export type { Mention } from './mentions'
export type { ResolveProxy } from './proxy-route'
export type { RateLimits } from './rate-limit'
export { cardRequestBody, mobileRequestBody, type PaymentInput } from './request-body'
export type { SecretText, ServiceKeys } from './request-headers'
export {
  type AddressCheck,
  type AddressFault,
  checkServiceAddress,
  checkWebhookAddress,
  placeOf,
  type WebhookFault,
  webhookUrlFor,
} from './secure-url'
export type {
  Ok,
  Refused,
  Sent,
  ServiceResponse,
  Throttled,
  Unauthorized,
  Unintelligible,
  UnintelligibleReason,
  Unreachable,
  UnreachableReason,
  Unsent,
} from './service-response'
export type { StatusRead } from './status-read'
export { type ConnectionTest, noSuchReference, testConnection } from './test-connection'
