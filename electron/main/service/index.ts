export type { Accepted } from './accepted'
export type { AnswerFacts } from './answer-facts'
export { callFault } from './call-fault'
export {
  createServiceClient,
  type PreparedRequest,
  type ServiceClient,
  type ServiceClientDeps,
} from './client'
export { errorWords } from './error-body'
export { longestCall, type Timeouts } from './exchange'
export { loadTransport } from './late-transport'
export { isCallWord, type Mention } from './mentions'
export { anyShilling } from './money-read'
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
