import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import Libsql from 'libsql'
import { PASSPHRASE, saveKeys, storeIn } from '../support/till-store'

/** Makes one change in the store of a folder, and kills itself before the given write of it; 0: says how many there are. */
const [, , folder = '', change = '', at = '0'] = process.argv
let writes = 0
let isCounting = false

function countWrite(): void {
  if (!isCounting) return
  writes += 1
  if (writes === Number(at)) process.kill(process.pid, 'SIGKILL')
}

/** The disk sees what these do, one after the other. */
function counted(owner: object, names: readonly string[]): void {
  for (const name of names) {
    const real = Reflect.get(owner, name)
    Reflect.set(owner, name, function (this: unknown, ...given: unknown[]) {
      countWrite()
      return Reflect.apply(real, this, given)
    })
  }
}
const inFiles = ['openSync', 'writeSync', 'fsyncSync', 'writeFileSync', 'copyFileSync']
counted(fs, [...inFiles, 'renameSync', 'rmSync'])
syncBuiltinESMExports()
const probe = new Libsql(':memory:')
counted(Object.getPrototypeOf(probe), ['exec'])
counted(Object.getPrototypeOf(probe.prepare('SELECT 1')), ['run'])

const store = storeIn(folder)
if (change === 'protect') {
  isCounting = true
  await store.choosePassphrase(PASSPHRASE)
} else if (change === 'copy') {
  // Opening it is the change: a copy takes the file's place.
  isCounting = true
  await store.open(PASSPHRASE)
} else {
  await store.open(PASSPHRASE)
  isCounting = true
  if (change === 'keys') saveKeys(store)
  else if (change === 'older') store.noteOlder(1_000)
  else store.newRecoveryCode(store.entry('recovery-code-made', null))
}
process.stdout.write(String(writes))
