import { it } from 'vitest'
import { walkSales } from '../../../support/sale/walks'

it('ends as the customer’s own book says, in 20,000 walks', { timeout: 300_000 }, () => {
  walkSales(20_000)
})
