import { describe, expect, it } from 'vitest'
import { requestHeaders } from '../../../../electron/main/service/request-headers'
import { secret } from '../../../support/service/till-end'

const keys = (apiKey: string, apiSecret = 'sk') => ({
  apiKey: secret(apiKey),
  apiSecret: secret(apiSecret),
})

describe('the request headers (§4, §5)', () => {
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
