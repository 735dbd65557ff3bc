import type { AnswerFacts } from '../../../electron/main/service/answer-facts'
import { levelOf } from '../../../electron/main/service/answer-levels'
import {
  type AnswerReader,
  type PaymentRead,
  readAnswer,
} from '../../../electron/main/service/answer-reader'

/** A success envelope (§4). */
export function envelope(data: unknown): Record<string, unknown> {
  return { status: 'success', code: 200, data }
}

/** An error body (§7). */
export function errorBody(
  code: number,
  errorCode: string,
  message: string,
): Record<string, unknown> {
  return { status: 'error', code, error_code: errorCode, message }
}

/** Reads a body as the client does. */
export function readBody<T>(body: unknown, reader: AnswerReader<T>): PaymentRead<T> {
  const level = levelOf(body, reader.asked)
  if (level === null) throw new Error('The body is no object')
  return readAnswer(level, reader)
}

/** The facts of an answer that says nothing. */
export const noFacts: AnswerFacts = {
  isEnvelope: false,
  hasStatus: false,
  ...{ references: [], words: [], mentions: [], amounts: [], currencies: [] },
}

const pending = {
  object: 'payment',
  status: 'pending',
  amount: { currency: 'TZS', value: 5000 },
}
const pendingCard = { ...pending, payment_type: 'card', reference: 'ref-card-1' }

/** `data` of a mobile create response, every field of §2.1. */
export const mobileCreated = {
  ...pending,
  payment_type: 'mobile',
  reference: 'ref-mobile-1',
  expires_at: '2025-06-01T10:05:00Z',
  api_version: '2025-01-01',
}

/** `data` of a card create response, every field of §2.1. */
export const cardCreated = {
  ...pendingCard,
  expires_at: '2025-06-01T10:30:00+03:00',
  checkout_url: 'https://checkout.example/s/1',
}

/** `data` of a card status response, every field of §2.1. */
export const cardStatus = {
  ...pendingCard,
  provider_status: null,
  created_at: '2025-06-01T10:00:00Z',
  updated_at: '2025-06-01T10:01:00.250Z',
}
