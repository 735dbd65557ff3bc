import { describe, expect, it } from 'vitest'
import { requestHeaders } from '../../../../electron/main/service/request-headers'
import { secret } from '../../../support/service/till-end'

const keys = (apiKey: string, apiSecret = 'sk') => ({
  apiKey: secret(apiKey),
  apiSecret: secret(apiSecret),
})

describe('the request headers (§4, §5)', () => {
  it('carry both keys and JSON, and an idempotency key on creates alone', () => {
    const read = {
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-encoding': 'identity',
      'x-api-key': 'pk',
      'x-api-secret': 'sk',
    }
    expect(requestHeaders(keys('pk'), null)).toEqual({ ok: true, headers: read })
    expect(requestHeaders(keys('pk'), 'key-1')).toEqual({
      ok: true,
      headers: { ...read, 'x-idempotency-key': 'key-1' },
    })
  })

  it.each(['', ' ', 'pk\n', 'p\r\nx-evil: 1', 'p\0k', 'p\tk', ' pk', 'pk ', 'ключ', 'pk\u200b'])(
    'name %j as a key that no header can hold',
    unfit => {
      expect(requestHeaders(keys(unfit), null)).toEqual({ ok: false, fault: 'api-key' })
      expect(requestHeaders(keys('pk', unfit), null)).toEqual({ ok: false, fault: 'api-secret' })
      expect(requestHeaders(keys('pk'), unfit)).toEqual({ ok: false, fault: 'idempotency-key' })
    },
  )

  it('take inner spaces and latin-1', () => {
    expect(requestHeaders(keys('a b', 'clé'), null).ok).toBe(true)
  })
})
