import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ConnectionKind, ServiceKind } from '../../../../shared/connection'
import { isOpen } from '../../../../shared/payment/actions'
import { type Phase, phaseSchema } from '../../../../shared/payment/sale'
import { doorOver } from '../../../support/manager-over'
import { eventsTo, recorded } from '../../../support/payments/sales'
import { temporaryFolders } from '../../../support/temporary-folder'
import { KEYS, passphraseVault } from '../../../support/vaults'

const newFolder = temporaryFolders()

/** Nothing listens there: what is open stays as it is. */
const nowhere = 'http://127.0.0.1:1'

/** A till that sells on this connection, with sales in these phases. */
async function openWith(active: ServiceKind | 'practice', ...phases: Phase[]) {
  const folder = newFolder()
  const vault = await passphraseVault(folder)
  for (const kind of ['sandbox', 'production'] as const) vault.saveKeys(kind, KEYS)
  const over = doorOver({ folder, active, vault: { ok: true, vault } })
  const { door, settings } = over
  settings.update(all => ({
    ...all,
    sandbox: { ...all.sandbox, address: nowhere },
    production: { ...all.production, address: nowhere },
  }))
  await door.reopen()
  const ledger = door.counter()?.ledger
  const ids = phases.map(phase => {
    const id = randomUUID()
    ledger?.record(id, recorded(), { body: '{"a":1}' })
    if (phase !== 'ready') ledger?.append(id, ...eventsTo(phase))
    return id
  })
  const choose = (kind: ConnectionKind) => door.choose(all => ({ ...all, active: kind }))
  return { ...over, ids, choose, active: () => settings.get().active }
}

const open = phaseSchema.options.filter(phase => isOpen({ phase }))
const over = phaseSchema.options.filter(phase => !isOpen({ phase }))

describe('another connection, while a payment of a real one is open', () => {
  it('counts these phases as open', () => {
    expect(open).toEqual(['ready', 'held', 'sending', 'unknown', 'pending'])
  })

  it.each(open)('is refused while one is %s, and nothing changes', async phase => {
    const { choose, active, door } = await openWith('sandbox', phase)
    const counter = door.counter()
    for (const kind of ['practice', 'production'] as const)
      expect(await choose(kind)).toMatchObject({
        ok: false,
        code: 'payments-open',
        paymentsOpen: { kind: 'sandbox', count: 1 },
      })
    expect(active()).toBe('sandbox')
    expect(door.counter(), 'the counter that watches it was never closed').toBe(counter)
  })

  it('is refused with the number of all that are open', async () => {
    const { choose } = await openWith('production', 'pending', 'settled', 'held', 'pending')
    expect(await choose('sandbox')).toMatchObject({
      code: 'payments-open',
      paymentsOpen: { kind: 'production', count: 3 },
    })
  })

  it('is refused also while the till is still opening the connection', async () => {
    const { choose, door, active } = await openWith('sandbox', 'pending')
    const opening = door.reopen()
    expect(await choose('practice')).toMatchObject({ code: 'payments-open' })
    await opening
    expect(active()).toBe('sandbox')
  })

  it('is refused to the practice lesson too, and keeps its settings as they were', async () => {
    const { door, settings } = await openWith('sandbox', 'unknown')
    const before = settings.get()
    const lesson = { open: true, goOnWith: 'sandbox' } as const
    const begun = await door.choose(all => ({ ...all, active: 'practice', lesson }))
    expect(begun).toMatchObject({ code: 'payments-open' })
    expect(settings.get()).toEqual(before)
  })
})

describe('another connection', () => {
  it.each(over)('is opened while a payment is %s', async phase => {
    const { choose, active, door } = await openWith('sandbox', phase)
    expect(await choose('production')).toEqual({ ok: true, value: null })
    expect(active()).toBe('production')
    expect(door.counter()?.kind).toBe('production')
  })

  it('is opened from Practice, whatever is open there: that is no real money', async () => {
    const { choose, door } = await openWith('practice', 'pending', 'held')
    expect(await choose('sandbox')).toMatchObject({ ok: true })
    expect(door.counter()?.kind).toBe('sandbox')
  })

  it('is opened once the last payment has ended', async () => {
    const { choose, door, ids } = await openWith('sandbox', 'held')
    expect(await choose('practice')).toMatchObject({ code: 'payments-open' })
    expect(door.counter()?.withdraw(ids[0] ?? '')).toMatchObject({ ok: true })
    expect(await choose('practice')).toMatchObject({ ok: true })
    expect(door.counter()?.kind).toBe('practice')
  })

  it('is opened where the ledger in use is not open: nothing of it is watched', async () => {
    const { choose, settings, door } = await openWith('sandbox', 'pending')
    settings.update(all => ({ ...all, sandbox: { ...all.sandbox, address: '' } }))
    await door.reopen()
    expect(door.stage()).toEqual({ name: 'not-connected', kind: 'sandbox' })
    expect(await choose('practice')).toMatchObject({ ok: true })
  })

  it('is the same one: a till that sells goes on as it is', async () => {
    const { choose, door } = await openWith('sandbox', 'pending')
    const counter = door.counter()
    expect(await choose('sandbox')).toMatchObject({ ok: true })
    expect(door.counter()).toBe(counter)
  })
})
