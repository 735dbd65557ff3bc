import { it } from 'vitest'
import { walkSales } from '../../../support/sale/walks'

it('ends as the customer’s own book says, whatever happens', () => {
  walkSales(3_000)
})
