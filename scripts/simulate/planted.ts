import { bugs } from '../../tests/simulation/planted/bugs'
import { type Find, hunt } from '../../tests/simulation/planted/hunt'
import { note } from '../command'

const most = 5_000

/** Hunts each planted bug. Returns the table for docs/evidence/planted-bugs.md, and whether all were found. */
export async function huntAll(from: number): Promise<{ table: string; all: boolean }> {
  const finds: Find[] = []
  for (const bug of bugs) {
    const find = await hunt(bug, from, most)
    note(`  ${bug.rule}: ${bug.name}: ${find.seeds ?? 'not found'}`)
    finds.push(find)
  }
  const rows = finds.map(({ bug, seeds }) => `| ${bug.rule} | ${bug.name} | ${seeds ?? '–'} |`)
  const table = ['| rule | planted bug | seeds |', '| --- | --- | --- |', ...rows].join('\n')
  return { table, all: finds.every(({ seeds }) => seeds !== null) }
}
