import { runCommand, takesNoOptions } from './command'
import { provideElectron } from './electron/provide'
import { prepareLinux } from './linux/prepare'
import { electronLibraries } from './linux/requirements'

const usage =
  'Use: npm run electron:path\nPrints where the Electron of this computer is; it takes no options.'

// stdout is this command's answer and is read by programs: the path, and nothing else.
await runCommand(async () => {
  takesNoOptions(usage)
  const electron = await provideElectron()
  await prepareLinux([electronLibraries(electron.executable)])
  process.stdout.write(`${electron.executable}\n`)
  return 0
}, usage)
