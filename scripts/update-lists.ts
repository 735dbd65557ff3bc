import { readFile } from 'node:fs/promises'
import { note, runCommand, takesNoOptions } from './command'
import { writeUpdateLists } from './package/update-list'
import { Problem } from './problem'
import { inProject } from './project'

const usage =
  'Use: npm run update-lists\nWrites the lists of dist/ for tills that ask for updates; it takes no options.'

/** Lists the packages of dist/ for tills that ask for updates. The release workflow signs the lists. */
await runCommand(async () => {
  takesNoOptions(usage)
  const { version } = JSON.parse(await readFile(inProject('package.json'), 'utf8'))
  const written = await writeUpdateLists(inProject('dist'), version)
  if (written.length === 0)
    throw new Problem('No package was found in dist/.', 'Run npm run package first.')
  note(`Written: ${written.join(', ')}`)
  return 0
}, usage)
