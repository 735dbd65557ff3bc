import { describe, expect, it } from 'vitest'
import { pressOf } from '../../../renderer/features/charge/enter-step'

describe('what stands behind the name of the button that takes a sale', () => {
  it('is nothing while the service is there', () => {
    expect(pressOf(null)).toBeNull()
  })

  it('promises nothing that does not happen now', () => {
    for (const trouble of ['no-internet', 'portal', 'asked-to-wait', 'service-trouble'] as const)
      expect(pressOf(trouble)).toBe('sentLater')
  })

  it('does not speak of sending while the keys are rejected', () => {
    expect(pressOf('keys-rejected')).toBe('recordOnly')
  })
})
