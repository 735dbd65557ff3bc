import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import Libsql from 'libsql'
import { PASSPHRASE, saveKeys, storeIn } from '../support/till-store'

/**
 * Makes one change in the store of a folder. With a folder for copies it keeps the store's files there, as they are
 * before each write: what a kill would leave. Else it kills itself before the given write.
 */
const [, , folder = '', change = '', at = '0', copies] = process.argv
let writes = 0
let isCounting = false

const { copyFileSync, mkdirSync, readdirSync } = fs

function countWrite(): void {
  if (!isCounting) return
  writes += 1
  if (copies !== undefined) keepCopy(join(copies, String(writes)))
  else if (writes === Number(at)) process.kill(process.pid, 'SIGKILL')
}

function keepCopy(copy: string): void {
  mkdirSync(copy)
  for (const name of readdirSync(folder)) copyFileSync(join(folder, name), join(copy, name))
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
