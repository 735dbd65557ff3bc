import { checkTable, runChecks, tallyChecks } from './checks/run-checks'
import { note, runCommand, takesNoOptions } from './command'
import { failureText } from './report'

const usage = 'Use: npm run check\nTypes, style, imports and unused code; it takes no options.'

await runCommand(async () => {
  takesNoOptions(usage)
  const results = await runChecks()
  const { failures } = tallyChecks(results)
  if (failures.length > 0) note(failureText(failures))
  note(`\n${checkTable(results)}\n`)
  return failures.length > 0 ? 1 : 0
}, usage)
