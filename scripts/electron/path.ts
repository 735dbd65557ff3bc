import { runCommand } from '../command'
import { prepareLinux } from '../linux/prepare'
import { electronLibraries } from '../linux/requirements'
import { provideElectron } from './provide'

// stdout is this command's answer and is read by programs: the path, and nothing else.
await runCommand(async () => {
  const electron = await provideElectron()
  await prepareLinux([electronLibraries(electron.executable)])
  process.stdout.write(`${electron.executable}\n`)
  return 0
})
