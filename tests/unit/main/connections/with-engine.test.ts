import { describe, expect, it } from 'vitest'
import { createWithEngine } from '../../../../electron/main/connections/with-engine'
import type { PaymentEngine } from '../../../../electron/main/payments/engine'
import { success } from '../../../../shared/ipc/result'
import { managerIn } from '../../../support/manager-in-folder'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()

async function open() {
  const opened = managerIn({ folder: newFolder() })
  await opened.connections.reopen()
  return { ...opened, withEngine: createWithEngine(opened.connections) }
}

/** Work that reads the ledger of its engine once the rest has happened. */
const readingAfter = (happens: () => unknown) => async (engine: PaymentEngine) => {
  await happens()
  return success(engine.ledger.recent(1))
}

describe('work on the engine that sells', () => {
  it('whose ledger fails stops selling', async () => {
    const { connections, withEngine } = await open()
    const failing = () => Promise.reject(new Error('disk'))
    expect(await withEngine(readingAfter(failing))).toMatchObject({ code: 'storage-failed' })
    expect(connections.stage()).toMatchObject({ name: 'blocked', reason: 'till-fault' })
  })

  it('is answered so too where another fault stopped selling meanwhile', async () => {
    const { connections, withEngine } = await open()
    const disk = Object.assign(new Error('disk'), { rawCode: 13 })
    const late = readingAfter(async () => {
      connections.fault(disk)
      await connections.close()
    })
    expect(await withEngine(late)).toMatchObject({ code: 'storage-failed' })
    expect(connections.stage()).toMatchObject({ reason: 'storage-full' })
  })

  it('says nothing of the ledger in use when its own was closed for another connection', async () => {
    const { connections, withEngine, lines } = await open()
    const left = connections.engine()
    const asked = await withEngine(readingAfter(() => connections.reopen()))
    expect(asked).toMatchObject({ ok: false, code: 'not-selling' })
    expect(connections.stage()).toEqual({ name: 'selling' })
    expect(connections.engine()).not.toBe(left)
    expect(connections.engine()?.ledger.recent(1)).toEqual([])
    expect(lines.join()).toContain('closed-engine-asked')
    expect(lines.join()).not.toContain('payment-path-failed')
  })

  it('is answered so while the next engine is being opened, and its faults are seen later', async () => {
    const { connections, withEngine } = await open()
    let opening = Promise.resolve()
    const during = readingAfter(async () => {
      const engine = connections.engine()
      opening = connections.reopen()
      await expect.poll(() => isClosed(engine)).toBe(true)
    })
    expect(await withEngine(during)).toMatchObject({ code: 'not-selling' })
    await opening
    expect(connections.stage()).toEqual({ name: 'selling' })
    connections.fault(new Error('something'))
    expect(connections.stage()).toMatchObject({ name: 'blocked' })
  })
})

function isClosed(engine: PaymentEngine | null): boolean {
  try {
    engine?.ledger.recent(1)
    return false
  } catch {
    return true
  }
}
