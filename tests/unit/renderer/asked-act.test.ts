import i18next, { type TFunction } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { askedAct } from '../../../renderer/features/access/asked-action'
import en from '../../../resources/languages/en.json'

let t: TFunction

beforeAll(async () => {
  t = await i18next.createInstance().init({ lng: 'en', resources: { en: { translation: en } } })
})

describe('what somebody is asked to allow', () => {
  it('is named with the sale that it is about', () => {
    expect(askedAct('sales.resolve', '{"saleId":"1","reason":"x","how":"other"}', t)).toEqual({
      act: 'resolve a payment',
      saleId: '1',
    })
    const acts = ['paid', 'failed', 'pending'].map(
      meaning => askedAct('sales.classifyStatus', JSON.stringify({ saleId: '1', meaning }), t).act,
    )
    expect(acts).toEqual(
      ['paid', 'failed', 'in progress'].map(each => `count the service’s word as ${each}`),
    )
    const late = askedAct('sales.tryAgainLate', '{"saleId":"1"}', t)
    expect(late.act).toBe('try again after more than an hour')
  })

  it('is no invention where there are no words for it, or nothing was said with it', () => {
    expect(askedAct('some.call', '{"saleId":3}', t)).toEqual({ act: null, saleId: null })
    expect(askedAct('day.close', '', t)).toEqual({ act: 'close the day', saleId: null })
  })
})
