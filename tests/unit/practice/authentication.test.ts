import { describe, expect, it, onTestFinished } from 'vitest'
import { type PracticeKey, startPracticeService } from '../../../electron/practice'
import {
  apiKey,
  apiSecret,
  createCard,
  createMobile,
  errorOf,
  mobileBody,
  openMobile,
  paths,
  post,
  startService,
  textOf,
} from '../../support/practice/service'

const key = (apiKey: string, rest: Partial<PracticeKey> = {}): PracticeKey => ({
  apiKey,
  apiSecret,
  account: 'other-account',
  environment: 'sandbox',
  ...rest,
})

const extraKeys = [key('other-key')]

const unauthorized = [
  ['a malformed secret', { 'x-api-secret': 'short' }, 'x-api-secret is malformed'],
  ['an endless key', { 'x-api-key': 'k'.repeat(201) }, 'x-api-key is malformed'],
] as const

describe('authentication (§5)', () => {
  it.each(unauthorized)('rejects %s on every operation', async (_, headers, message) => {
    const service = await startService({ extraKeys })
    for (const path of Object.values(paths)) {
      const answer = await post(service, path, {}, headers)
      expect(answer.status).toBe(401)
      expect(errorOf(answer)).toMatchObject({ code: 401, error_code: 'unauthorized' })
      expect(errorOf(answer).message).toContain(message)
    }
    expect(service.control.payments()).toEqual([])
  })

  it('accepts production keys in production, and there rejects sandbox keys', async () => {
    const sandboxKey = key('a-sandbox-key')
    const service = await startService({ environment: 'production', extraKeys: [sandboxKey] })
    expect((await createMobile(service, 'one')).status).toBe(200)
    const headers = { 'x-api-key': 'a-sandbox-key', 'x-idempotency-key': 'two' }
    const answer = await post(service, paths.mobileCreate, mobileBody(), headers)
    expect(errorOf(answer).message).toContain('sandbox environment; this is production')
  })

  it('shows an account only its own payments', async () => {
    const service = await startService({ extraKeys })
    const referenceId = await openMobile(service, 'one')
    const stranger = { 'x-api-key': 'other-key' }
    const answer = await post(service, paths.mobileStatus, { referenceId }, stranger)
    expect(answer.status).toBe(400)
    expect(errorOf(answer).message).toContain('no mobile payment with this reference')
  })

  it('makes up credentials of its own when none are given', async () => {
    const service = await startPracticeService()
    onTestFinished(() => service.stop())
    const headers = {
      'x-api-key': service.apiKey,
      'x-api-secret': service.apiSecret,
      'x-idempotency-key': 'one',
    }
    expect(service.apiKey).not.toBe(apiKey)
    expect((await post(service, paths.mobileCreate, mobileBody(), headers)).status).toBe(200)
  })

  it('says nothing about a payment to a caller it does not know', async () => {
    const service = await startService()
    const reference = textOf(await createCard(service, 'one'), 'reference')
    const answer = await post(service, paths.cardStatus, { reference }, { 'x-api-secret': null })
    expect(answer.text).not.toContain(reference)
  })
})
