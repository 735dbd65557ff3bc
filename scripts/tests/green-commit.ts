import { run } from '../process/run'
import { root } from '../project'

/** Of this clone alone: a ref outside `refs/heads` and `refs/tags` is neither pushed nor cloned. */
const ref = 'refs/kaunta/green'

/** The last commit whose deep tests all passed here; null where none is known. */
export async function greenCommit(folder = root): Promise<string | null> {
  return (await git(folder, 'rev-parse', '--verify', '--quiet', '--short', ref))?.trim() || null
}

/** The files that differ from the last green commit, those that git does not know yet included; null without one. */
export async function changedSinceGreen(folder = root): Promise<string[] | null> {
  const lists = await Promise.all([
    git(folder, 'diff', '--name-only', '--no-renames', '-z', ref),
    git(folder, 'ls-files', '--others', '--exclude-standard', '-z'),
  ])
  const [changed, added] = lists
  if (changed === null || added === null) return null
  return `${changed}${added}`.split('\0').filter(Boolean)
}

/** The commit that the files here are, without a change; null where they are none. */
export async function commitHere(folder = root): Promise<string | null> {
  const [commit, changes] = await Promise.all([
    git(folder, 'rev-parse', 'HEAD'),
    git(folder, 'status', '--porcelain'),
  ])
  return commit !== null && changes === '' ? commit.trim() : null
}

/** Remembers a commit as green. */
export async function rememberGreen(commit: string, folder = root): Promise<void> {
  await git(folder, 'update-ref', ref, commit)
}

/** What git says; null where it fails, is not there, or this is no clone. */
async function git(cwd: string, ...args: string[]): Promise<string | null> {
  try {
    const { code, output } = await run('git', args, { cwd, output: 'keep' })
    return code === 0 ? output : null
  } catch {
    return null
  }
}
