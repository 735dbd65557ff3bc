import { z } from 'zod'
import { amount, dataReader, dateTime, reference, statusWord } from './data-reader'
import { type MoneyRead, readMoney } from './money-read'
import { displayText } from './text'

/** What a status read said (§4.2, §4.4). Nothing in it is judged yet. */
export interface StatusRead {
  /** The payment's own status, raw: not the envelope's (money rule 5). */
  status: string
  reference: string | null
  money: MoneyRead
  /** The card processor's own word; null until it reports one (§3.3). */
  providerStatus: string | null
  /** ms since the epoch, on the service's clock. */
  createdAt: number | null
  updatedAt: number | null
}

/**
 * Every field is optional in the contract; an answer without a status says nothing, so it is
 * required here. null counts as absent, any other value must be of the contract's type.
 */
const cardSchema = z
  .object({
    object: z.literal('payment').nullish(),
    payment_type: z.literal('card').nullish(),
    reference: reference.nullish(),
    status: statusWord,
    amount: amount.nullish(),
    provider_status: z.string().nullish(),
    created_at: dateTime.nullish(),
    updated_at: dateTime.nullish(),
  })
  .transform(
    (data): StatusRead => ({
      status: data.status,
      reference: data.reference ?? null,
      money: data.amount ? { kind: 'read', amount: data.amount } : { kind: 'absent' },
      providerStatus: shown(data.provider_status),
      createdAt: data.created_at ?? null,
      updatedAt: data.updated_at ?? null,
    }),
  )

/**
 * The fields of a mobile status answer are not shown (§2.1). Strict about the three that decide,
 * status, reference and money; what only informs is taken when it can be read.
 */
const mobileSchema = z
  .object({
    status: statusWord,
    reference: reference.nullish(),
    amount: z.unknown().optional(),
    currency: z.unknown().optional(),
    provider_status: z.string().nullish().catch(null),
    created_at: dateTime.nullish().catch(null),
    updated_at: dateTime.nullish().catch(null),
  })
  .transform(
    (data): StatusRead => ({
      status: data.status,
      reference: data.reference ?? null,
      money: readMoney(data.amount, data.currency),
      providerStatus: shown(data.provider_status),
      createdAt: data.created_at ?? null,
      updatedAt: data.updated_at ?? null,
    }),
  )

function shown(word: string | null | undefined): string | null {
  return displayText(word ?? '', 64) || null
}

/** Reads the `data` of a mobile status answer (§4.2). */
export const readMobileStatus = dataReader(mobileSchema)
/** Reads the `data` of a card status answer (§4.4). */
export const readCardStatus = dataReader(cardSchema)
