import { describe, expect, it } from 'vitest'
import { pressOf } from '../../../renderer/screens/charge/press'

describe('the word on the button that takes a sale', () => {
  it('asks the customer while the service is there', () => {
    expect(pressOf('mobile', null)).toBe('request')
    expect(pressOf('card', null)).toBe('showQr')
  })

  it('promises nothing that does not happen now', () => {
    for (const channel of ['mobile', 'card'] as const)
      for (const trouble of ['no-internet', 'portal', 'asked-to-wait', 'service-trouble'] as const)
        expect(pressOf(channel, trouble)).toBe('recordForLater')
  })

  it('does not speak of sending while the keys are rejected', () => {
    expect(pressOf('mobile', 'keys-rejected')).toBe('recordOnly')
    expect(pressOf('card', 'keys-rejected')).toBe('recordOnly')
  })
})
