import { describe, expect, it } from 'vitest'
import { readNetwork } from '../../../renderer/features/settings/selling/charging-controls'

const known = [{ prefix: '255754', name: 'One' }]

describe('a network', () => {
  it.each([
    ['0754', '255754'],
    ['+255 754', '255754'],
    ['00255754', '255754'],
    ['+254 71', '25471'],
  ])('typed as %s begins with %s', (prefix, expected) => {
    expect(readNetwork({ prefix, name: ' One ' }, [], 'TZ')).toEqual({
      prefix: expected,
      name: 'One',
    })
  })

  it.each([
    ['754', 'One'],
    ['07', 'One'],
    ['', 'One'],
    ['0754', ' '],
    ['075x', 'One'],
  ])('typed as %j, %j is none', (prefix, name) => {
    expect(readNetwork({ prefix, name }, [], 'TZ')).toBeNull()
  })

  it('has each beginning once', () => {
    expect(readNetwork({ prefix: '0754', name: 'Two' }, known, 'TZ')).toBeNull()
  })
})
