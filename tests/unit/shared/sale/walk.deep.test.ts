import { it } from 'vitest'
import { walkSales } from '../../../support/sale/walks'

it('ends as the customer’s own book says, in 100,000 walks', { timeout: 600_000 }, () => {
  walkSales(100_000)
})
