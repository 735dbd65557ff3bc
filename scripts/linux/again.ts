import { runInForeground } from '../process/run'
import { root } from '../project'
import { onVirtualDisplay } from './display'
import { prepareLinux } from './prepare'
import { virtualDisplay } from './requirements'

/** Runs this same command once more, on a screen that exists in memory only. Its exit code. */
export async function againOnVirtualDisplay(): Promise<number> {
  await prepareLinux([virtualDisplay])
  const [, script = ''] = process.argv
  const args = [...process.execArgv, script, ...process.argv.slice(2)]
  return runInForeground(...onVirtualDisplay(process.execPath, args), {
    cwd: root,
    env: process.env,
  })
}
