import { checks } from './checks/list'
import { checkTable, runChecks, tallyChecks } from './checks/run-checks'
import { note, runCommand } from './command'
import { failureText } from './report/tally'

await runCommand(async () => {
  const results = await runChecks(checks)
  const { failures } = tallyChecks(results)
  if (failures.length > 0) note(failureText(failures))
  note(`\n${checkTable(results)}\n`)
  return failures.length > 0 ? 1 : 0
})
