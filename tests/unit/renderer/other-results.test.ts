import { expect, it } from 'vitest'
import { countByTone } from '../../../renderer/layout/other-results'
import { accepted, failed, paid, refused, saleAfter, started, unrecognised } from './a-sale'

it('says of other results how many were paid, were not, or must be looked at', () => {
  const sales = [
    saleAfter(started, accepted, paid),
    saleAfter(started, accepted, paid),
    saleAfter(started, accepted, failed),
    saleAfter(started, refused),
    saleAfter(started, accepted, unrecognised),
    saleAfter(started, accepted),
  ]
  expect(countByTone(sales)).toEqual({ paid: 2, failed: 2, attention: 1 })
})
