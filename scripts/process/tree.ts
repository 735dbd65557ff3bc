import type { ChildProcess } from 'node:child_process'

const relayed: readonly NodeJS.Signals[] =
  process.platform === 'win32' ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Kills a child and, where it leads its own group, everything it started. */
export function killTree(child: ChildProcess): void {
  signalGroup(child, 'SIGKILL')
}

/** Hands the signals we get on to a child that leads its own group. Returns how to stop that. */
export function relaySignals(child: ChildProcess): () => void {
  return onSignals(signal => signalGroup(child, signal))
}

/** Listens to the signals that ask us to end. Returns how to stop listening. */
export function onSignals(listener: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of relayed) process.on(signal, listener)
  return () => {
    for (const signal of relayed) process.off(signal, listener)
  }
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || process.platform === 'win32') {
    child.kill(signal)
    return
  }
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    // The group may have ended in between: that is what was wanted.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
