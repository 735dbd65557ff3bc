import { type BudgetLine, budgetTable, exitCodeOf } from './bench/budget'
import { createParts, defaultParts, needsWindow, type PartName, partNames } from './bench/parts'
import { note, readOptions, runCommand } from './command'
import { againOnVirtualDisplay } from './linux/again'
import { hasDisplay } from './linux/display'
import { Problem } from './problem'

const usage = `Use: npm run bench [-- PART…] [--short]
Parts: ${partNames.join(', ')}. Without a part all but shop, shop-search, shop-round-trips, webhook and tests are measured.`

await runCommand(async () => {
  const { values, positionals } = readOptions(usage, {
    allowPositionals: true,
    options: { short: { type: 'boolean', default: false } },
  })
  const chosen = positionals.length > 0 ? positionals.map(partName) : defaultParts
  if (needsWindow(chosen) && !hasDisplay()) return againOnVirtualDisplay()
  const parts = createParts(chosen, values.short)
  const lines: BudgetLine[] = []
  for (const name of chosen) {
    const begun = performance.now()
    lines.push(...(await parts[name]()))
    note(`${name}: measured in ${((performance.now() - begun) / 1_000).toFixed(0)} s`)
  }
  if (lines.length > 0) process.stdout.write(`\nBudgets\n${budgetTable(lines)}`)
  return exitCodeOf(lines)
}, usage)

function partName(name: string): PartName {
  const part = partNames.find(one => one === name)
  if (!part) throw new Problem(`${name} is no part of the bench.`, usage)
  return part
}
