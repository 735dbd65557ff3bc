/** The npm that runs this script, else the one on the PATH: the `.cmd` file of Windows needs a shell. */
export function npm(): [command: string, ...args: string[]] {
  const script = process.env.npm_execpath
  return script?.endsWith('npm-cli.js') ? [process.execPath, script] : ['npm']
}
