import { describe, expect, it } from 'vitest'
import {
  apiSecret,
  cardBody,
  createMobile,
  errorOf,
  mobileBody,
  openMobile,
  paths,
  post,
  startService,
  textOf,
} from '../../support/practice/service'

describe('idempotency (§4.3 rule 4, §8)', () => {
  it('makes one payment of twenty requests at once, and counts them', async () => {
    const service = await startService()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => createMobile(service, 'one')),
    )
    expect(new Set(answers.map(answer => answer.text)).size).toBe(1)
    expect(service.control.payments()).toHaveLength(1)
    expect(service.control.payments()[0]).toMatchObject({ idempotencyKey: 'one', attempts: 20 })
  })

  it('makes a payment for each key', async () => {
    const service = await startService()
    expect(await openMobile(service, 'one')).not.toBe(await openMobile(service, 'two'))
  })

  it.each([
    ['another amount', paths.mobileCreate, mobileBody({ details: { amount: 1, currency: 'TZS' } })],
    ['the same body written otherwise', paths.mobileCreate, `${JSON.stringify(mobileBody())} `],
    ['the other channel', paths.cardCreate, cardBody()],
  ])('refuses a used key with %s', async (_, path, body) => {
    const service = await startService()
    await createMobile(service, 'one')
    const answer = await post(service, path, body, { 'x-idempotency-key': 'one' })
    expect(answer.status).toBe(409)
    expect(errorOf(answer)).toMatchObject({ code: 409, error_code: 'idempotency_conflict' })
    expect(service.control.payments()).toHaveLength(1)
  })

  it('refuses a used key at the other endpoint, even with the very same body', async () => {
    const service = await startService()
    await createMobile(service, 'one')
    const headers = { 'x-idempotency-key': 'one' }
    expect((await post(service, paths.cardCreate, mobileBody(), headers)).status).toBe(409)
  })

  it('keeps the keys of two accounts apart', async () => {
    const other = { apiKey: 'other-key', apiSecret, account: 'other' }
    const service = await startService({ extraKeys: [{ ...other, environment: 'sandbox' }] })
    const mine = await createMobile(service, 'one')
    const headers = { 'x-idempotency-key': 'one', 'x-api-key': 'other-key' }
    const theirs = await post(service, paths.mobileCreate, mobileBody(), headers)
    expect(textOf(theirs, 'reference')).not.toBe(textOf(mine, 'reference'))
  })
})
