import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ConnectionKind, ServiceKind } from '../../../../shared/connection'
import { isOpen } from '../../../../shared/payment/actions'
import { type Phase, phaseSchema } from '../../../../shared/payment/payment'
import { managerIn } from '../../../support/manager-in-folder'
import { eventsTo, inCash, recorded } from '../../../support/payments/payments'
import { passphraseStore, saveKeys } from '../../../support/store'
import { temporaryFolders } from '../../../support/temporary-folder'

const newFolder = temporaryFolders()

/** Nothing listens there: what is open stays as it is. */
const nowhere = 'http://127.0.0.1:1'

/** A till that sells on this connection, with payments in these phases. */
async function openWith(active: ServiceKind | 'practice', ...phases: Phase[]) {
  const folder = newFolder()
  const store = await passphraseStore(folder)
  for (const kind of ['sandbox', 'production'] as const) saveKeys(store, kind)
  const over = managerIn({ folder, active, store })
  const { connections, settings } = over
  settings.update(all => ({
    ...all,
    sandbox: { ...all.sandbox, address: nowhere },
    production: { ...all.production, address: nowhere },
  }))
  await connections.reopen()
  const ledger = connections.engine()?.ledger
  const ids = phases.map(phase => {
    const id = randomUUID()
    ledger?.record(id, phase === 'cash' ? inCash() : recorded(), { body: '{"a":1}' })
    const later = eventsTo(phase)
    if (later.length > 0) ledger?.append(id, ...later)
    return id
  })
  const choose = (kind: ConnectionKind) => connections.choose(all => ({ ...all, active: kind }))
  return { ...over, ids, choose, active: () => settings.get().active }
}

const open = phaseSchema.options.filter(phase => isOpen({ phase }))
const over = phaseSchema.options.filter(phase => !isOpen({ phase }))

describe('another connection, while a payment of a real one is open', () => {
  it('counts these phases as open', () => {
    expect(open).toEqual(['ready', 'held', 'sending', 'unknown', 'pending'])
  })

  it.each(open)('is refused while one is %s, and nothing changes', async phase => {
    const { choose, active, connections } = await openWith('sandbox', phase)
    const engine = connections.engine()
    for (const kind of ['practice', 'production'] as const)
      expect(await choose(kind)).toMatchObject({
        ok: false,
        code: 'payments-open',
        paymentsOpen: { kind: 'sandbox', count: 1 },
      })
    expect(active()).toBe('sandbox')
    expect(connections.engine(), 'the counter that watches it was never closed').toBe(engine)
  })

  it('is refused with the number of all that are open', async () => {
    const { choose } = await openWith('production', 'pending', 'settled', 'held', 'pending')
    expect(await choose('sandbox')).toMatchObject({
      code: 'payments-open',
      paymentsOpen: { kind: 'production', count: 3 },
    })
  })

  it('is refused also while the till is still opening the connection', async () => {
    const { choose, connections, active } = await openWith('sandbox', 'pending')
    const opening = connections.reopen()
    expect(await choose('practice')).toMatchObject({ code: 'payments-open' })
    await opening
    expect(active()).toBe('sandbox')
  })

  it('is refused to the practice tutorial too, and keeps its settings as they were', async () => {
    const { connections, settings } = await openWith('sandbox', 'unknown')
    const before = settings.get()
    const tutorial = { ...before.tutorial, open: true, goOnWith: 'sandbox' } as const
    const begun = await connections.choose(all => ({ ...all, active: 'practice', tutorial }))
    expect(begun).toMatchObject({ code: 'payments-open' })
    expect(settings.get()).toEqual(before)
  })
})

describe('another connection', () => {
  it.each(over)('is opened while a payment is %s', async phase => {
    const { choose, active, connections } = await openWith('sandbox', phase)
    expect(await choose('production')).toEqual({ ok: true, value: null })
    expect(active()).toBe('production')
    expect(connections.engine()?.kind).toBe('production')
  })

  it('is opened from Practice, whatever is open there: that is no real money', async () => {
    const { choose, connections } = await openWith('practice', 'pending', 'held')
    expect(await choose('sandbox')).toMatchObject({ ok: true })
    expect(connections.engine()?.kind).toBe('sandbox')
  })

  it('is opened once the last payment has ended', async () => {
    const { choose, connections, ids } = await openWith('sandbox', 'held')
    expect(await choose('practice')).toMatchObject({ code: 'payments-open' })
    expect(connections.engine()?.actions.withdraw(ids[0] ?? '')).toMatchObject({ ok: true })
    expect(await choose('practice')).toMatchObject({ ok: true })
    expect(connections.engine()?.kind).toBe('practice')
  })

  it('is opened where the ledger in use is not open: nothing of it is watched', async () => {
    const { choose, settings, connections } = await openWith('sandbox', 'pending')
    settings.update(all => ({ ...all, sandbox: { ...all.sandbox, address: '' } }))
    await connections.reopen()
    expect(connections.stage()).toEqual({ name: 'not-connected', kind: 'sandbox' })
    expect(await choose('practice')).toMatchObject({ ok: true })
  })

  it('is the same one: a till that sells goes on as it is', async () => {
    const { choose, connections } = await openWith('sandbox', 'pending')
    const engine = connections.engine()
    expect(await choose('sandbox')).toMatchObject({ ok: true })
    expect(connections.engine()).toBe(engine)
  })
})
