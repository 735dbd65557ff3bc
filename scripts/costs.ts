import { writeFileSync } from 'node:fs'
import { runCommand, takesNoOptions } from './command'
import { costsDocument } from './costs/count'
import { inProject } from './project'

const usage =
  'Use: npm run costs\nWrites docs/costs.md: what each feature costs in lines, tests, texts and words; it takes no options.'

await runCommand(async () => {
  takesNoOptions(usage)
  writeFileSync(inProject('docs', 'costs.md'), costsDocument())
  return 0
}, usage)
