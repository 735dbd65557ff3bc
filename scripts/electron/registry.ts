import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Problem } from '../problem'
import { run } from '../process/run'
import { root } from '../project'

/** Fetches a package's tarball into a folder, by npm itself: the user's registry, proxy and keys apply. */
export async function packFromRegistry(spec: string, folder: string): Promise<string> {
  const [command, ...before] = npm()
  const args = ['pack', spec, '--ignore-scripts', '--loglevel=error', '--pack-destination', folder]
  // The project's folder: its .npmrc counts too.
  const ended = await run(command, [...before, ...args], { cwd: root, output: 'keep' })
  const tarball = (await readdir(folder)).find(name => name.endsWith('.tgz'))
  if (ended.code === 0 && tarball) return path.join(folder, tarball)
  throw new Problem(
    `npm could not fetch ${spec} (exit code ${ended.code}):\n${ended.output.trim()}`,
    'Check the network and the registry that npm is set to, then try again.',
  )
}

function npm(): [string, ...string[]] {
  const script = process.env.npm_execpath
  return script?.endsWith('npm-cli.js') ? [process.execPath, script] : ['npm']
}
