import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Sale } from '../../../../shared/payment/sale'
import { everySale, type SaleCase } from './every-sale'
import { saidOf } from './said-of'

/** Long enough for each state, each thing that can speak against it, and what a person does about it. */
const longest = 7

it('says the same of every sale as the checked-in table', { timeout: 300_000 }, async () => {
  const cases = everySale(longest)
  const shown = firstOfEach(cases)
  const text = [
    `Every sale that up to ${longest} events lead to: ${cases.length}.`,
    'Made by said-of.test.ts. Each phase and outcome with all that is said of its sales, as a digest:',
    ...digests(cases),
    '',
    `One sale for each state of its facts: ${shown.length}.`,
    ...shown.map(textOf),
  ].join('\n')
  await expect(`${text}\n`).toMatchFileSnapshot('./said-of.txt')
})

function textOf({ name, sale }: SaleCase): string {
  const lines = Object.entries(saidOf(sale)).flatMap(([about, text]) =>
    text === '-' ? [] : [`  ${about}: ${text}`],
  )
  return [`\n${groupOf(sale)}: ${name}`, ...lines].join('\n')
}

function digests(cases: readonly SaleCase[]): string[] {
  const groups = new Map<string, { sales: number; hash: ReturnType<typeof createHash> }>()
  for (const { name, sale } of cases) {
    const group = groups.get(groupOf(sale)) ?? { sales: 0, hash: createHash('sha256') }
    group.sales += 1
    for (const each of [sale, asCard(sale)])
      group.hash.update(`${name}\n${JSON.stringify(saidOf(each))}\n`)
    groups.set(groupOf(sale), group)
  }
  return [...groups].map(
    ([name, { sales, hash }]) => `  ${name}: ${sales} sales, ${hash.digest('hex').slice(0, 16)}`,
  )
}

/** The same sale, paid by card. */
function asCard(sale: Sale): Sale {
  const { acceptedAt, checkoutFault } = sale
  const hasCode = acceptedAt !== null && checkoutFault === null
  return { ...sale, channel: 'card', checkoutUrl: hasCode ? 'https://pay.example/c/1' : null }
}

function groupOf({ phase, outcome }: Sale): string {
  return outcome === null ? phase : `${phase} ${outcome}`
}

/** The first sale with each combination of what can be wrong with one. */
function firstOfEach(cases: readonly SaleCase[]): SaleCase[] {
  const found = new Map<string, SaleCase>()
  for (const each of cases) {
    const { sale } = each
    const facts = JSON.stringify([
      groupOf(sale),
      sale.mismatch !== null,
      sale.contradiction !== null,
      sale.providerContradiction !== null,
      sale.repeatRefused,
      sale.late,
      sale.paidTwice,
      sale.resolution?.how,
      sale.phase === 'sending' && sale.lastFailure !== null,
    ])
    if (!found.has(facts)) found.set(facts, each)
  }
  return [...found.values()]
}
