import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemRandom } from '../../../../../electron/main/platform/random'
import { keyFits } from '../../../../../electron/main/store/database/open-database'
import { openLedger } from '../../../../../electron/main/store/ledger/open-ledger'
import { ledgerIn, ledgerKey } from '../../../../support/payments/ledger'
import { recorded } from '../../../../support/payments/payments'
import { temporaryFolders } from '../../../../support/temporary-folder'

const newFolder = temporaryFolders()

/** Another process on the same ledger, and its first word about it. */
async function secondTill(file: string): Promise<{ child: ChildProcess; word: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/support/second-till.ts', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [word] = await once(createInterface(child.stdout), 'line')
  return { child, word: String(word) }
}

const open = (file: string) => openLedger({ file, key: ledgerKey })

const sellOn = ({ ledger }: Pick<ReturnType<typeof ledgerIn>, 'ledger'>) =>
  ledger.record(systemRandom.paymentId(Date.now()), recorded({ draftId: randomUUID() }), {
    body: '{}',
  })

describe('the lock of a ledger', () => {
  it('keeps a second process out with a reason of its own, and the first one sells on', async () => {
    const first = ledgerIn(newFolder())
    sellOn(first)
    const { child, word } = await secondTill(first.file)
    expect(word).toBe('ledger-in-use')
    await once(child, 'exit')
    sellOn(first)
    expect((await secondTill(first.file)).word).toBe('ledger-in-use')
    expect(first.ledger.open()).toHaveLength(2)
  })

  it('keeps a second opening in the same process out', () => {
    const { file } = ledgerIn(newFolder())
    expect(open(file)).toMatchObject({ ok: false, reason: 'ledger-in-use' })
  })

  it('goes with a process that is killed', async () => {
    const file = join(newFolder(), 'ledger.db')
    const { child, word } = await secondTill(file)
    expect(word).toBe('opened')
    expect(open(file)).toMatchObject({ ok: false, reason: 'ledger-in-use' })
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    const opening = open(file)
    expect(opening.ok).toBe(true)
    if (opening.ok) opening.close()
  })

  it('is given back at once, whatever the engine still keeps: opened fifty times in a row', () => {
    const folder = newFolder()
    for (let times = 0; times < 50; times++) {
      const opened = ledgerIn(folder)
      sellOn(opened)
      expect(opened.ledger.open()).toHaveLength(times + 1)
      opened.close()
    }
  })

  it('is not lost while the key is tried on the ledger’s first page', async () => {
    const first = ledgerIn(newFolder())
    // Opens and closes the ledger's file through node:fs, which drops a POSIX lock on that file.
    expect(keyFits(first.file, ledgerKey)).toBe(true)
    expect((await secondTill(first.file)).word).toBe('ledger-in-use')
  })
})
