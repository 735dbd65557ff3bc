import { describe, expect, it } from 'vitest'
import { databaseFailure } from '../../../../../electron/main/store/database'

const withCodes = (codes: object) => Object.assign(new Error('x'), codes)

describe('a failure', () => {
  it.each([
    ['full', { rawCode: 13 }],
    ['io', { rawCode: 10 }],
    ['io', { rawCode: 1034 }], // IOERR_FSYNC
    ['io', { rawCode: 14 }],
    ['not-readable', { rawCode: 26 }],
    ['not-readable', { rawCode: 267 }], // CORRUPT_VTAB
    ['busy', { rawCode: 5 }],
    ['read-only', { rawCode: 8 }],
    ['constraint', { rawCode: 2067 }], // CONSTRAINT_UNIQUE
    ['other', { rawCode: 1 }],
    ['full', { code: 'ENOSPC' }],
    ['io', { code: 'EIO' }],
    ['other', {}],
  ])('is %s for %o', (failure, codes) => {
    expect(databaseFailure(withCodes(codes))).toBe(failure)
  })

  it('is other for anything that is not an error', () => {
    for (const thrown of [null, undefined, 'full', { rawCode: 13 }]) {
      expect(databaseFailure(thrown)).toBe('other')
    }
  })
})
