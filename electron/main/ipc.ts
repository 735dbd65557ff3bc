import type { ConnectionKind } from '../../shared/connection'
import { type Answer, answer, failure } from '../../shared/ipc/answer'
import type { TillState } from '../../shared/ipc/till-state'
import type { Sale } from '../../shared/payment/sale'
import { statusWordsSchema } from '../../shared/payment/status-words'
import type { Settings } from '../../shared/settings'
import type { Clock } from './clock'
import { saveAndTest } from './connections/connection-saver'
import type { CounterDoor } from './connections/counter-door'
import type { Handlers } from './ipc/register'
import type { Counter } from './payments/counter'
import type { Random } from './random'
import type { SettingsKeeper } from './settings/settings'
import type { Vault, VaultOpening } from './vault'

interface HandlerNeeds {
  door: CounterDoor
  settings: SettingsKeeper
  vault: VaultOpening
  clock: Clock
  random: Random
  view: () => TillState
  changed: () => void
  openCheckout: (sale: Sale) => Promise<Answer<null>>
}

const pageLength = 50
const recentLength = 30

/** The one table of handlers: what the till does for each call of the contract. */
export function createHandlers(needs: HandlerNeeds): Handlers {
  const { door, settings } = needs

  /** Calls need a counter that sells; a fault in the ledger stops selling and is said. */
  const sell = async <Value>(
    work: (counter: Counter) => Answer<Value> | Promise<Answer<Value>>,
  ): Promise<Answer<Value>> => {
    const counter = door.counter()
    if (!counter) return failure('not-selling', `The till is ${door.stage().name}`)
    try {
      return await work(counter)
    } catch (error) {
      door.fault(error)
      return failure('storage-failed', 'The till could not write or read its ledger')
    }
  }

  const withVault = async (work: (vault: Vault) => Promise<Answer<null>>): Promise<Answer<null>> =>
    needs.vault.ok ? work(needs.vault.vault) : failure('keys-unusable', needs.vault.reason)

  const change = (how: (settings: Settings) => Settings): Answer<null> => {
    settings.update(how)
    needs.changed()
    return answer(null)
  }

  const choose = async (kind: ConnectionKind): Promise<Answer<null>> => {
    settings.update(all => ({ ...all, active: kind }))
    await door.reopen()
    return answer(null)
  }

  return {
    till: { state: () => answer(needs.view()) },
    connection: {
      async saveAndTest(typed) {
        const tested = await saveAndTest(typed, needs)
        if (tested.ok && tested.value.saved && settings.get().active === typed.kind)
          await door.reopen()
        needs.changed()
        return tested
      },
      choose: ({ kind }) => choose(kind),
    },
    vault: {
      createPassphrase: ({ passphrase }) =>
        withVault(async vault => {
          const made = await vault.createPassphrase(passphrase)
          if (made === 'too-short') return failure('passphrase-too-short', made)
          if (made === 'exists') return failure('passphrase-wrong', 'A passphrase is set already')
          needs.changed()
          return answer(null)
        }),
      unlock: ({ passphrase }) =>
        withVault(async vault => {
          const unlocked = await vault.unlock(passphrase)
          if (unlocked !== 'done') return failure('passphrase-wrong', unlocked)
          if (door.stage().name === 'locked') await door.reopen()
          needs.changed()
          return answer(null)
        }),
    },
    settings: {
      saveShop: shop => change(all => ({ ...all, shop })),
      saveDisplay: display => change(all => ({ ...all, display })),
      savePatience: patience => change(all => ({ ...all, ...patience })),
      saveWords: words => change(all => withWords(all, all.active ?? 'practice', () => words)),
    },
    sales: {
      request: draft => sell(counter => counter.request(draft)),
      recent: () =>
        sell(({ ledger }) =>
          answer(mergeById(ledger.open(), ledger.unresolved(), ledger.recent(recentLength))),
        ),
      checkAll: () => sell(counter => counter.checkAll()),
      list: ({ text, before }) =>
        sell(({ ledger }) => {
          const found = ledger.list({ text, before, limit: pageLength + 1 })
          return answer({ sales: found.slice(0, pageLength), more: found.length > pageLength })
        }),
      story: ({ saleId }) =>
        sell(({ ledger }) => {
          const sale = ledger.find(saleId)
          return sale
            ? answer({ sale, events: ledger.story(saleId) })
            : failure('no-such-sale', saleId)
        }),
      withdraw: ({ saleId }) => sell(counter => counter.withdraw(saleId)),
      sendNow: ({ saleId }) => sell(counter => counter.sendNow(saleId)),
      tryAgain: ({ saleId }) => sell(counter => counter.tryAgain(saleId)),
      stop: ({ saleId }) => sell(counter => counter.abandon(saleId)),
      checkNow: ({ saleId }) => sell(counter => counter.checkNow(saleId)),
      stopWaiting: ({ saleId }) => sell(counter => counter.stopWaiting(saleId)),
      handOver: ({ saleId }) => sell(counter => counter.handOver(saleId)),
      resolve: ({ saleId, reason, how }) => sell(counter => counter.resolve(saleId, reason, how)),
      giveMeaning: ({ saleId, meaning }) =>
        sell(counter => {
          const given = counter.giveMeaning(saleId, meaning)
          if (given.ok)
            change(all => withMeaning(all, counter.kind, given.value.rawStatus, meaning))
          return given
        }),
    },
    ledger: {
      async tryAgain() {
        // Only out of trouble: a till that sells would end its calls under way for nothing.
        if (door.stage().name === 'blocked') await door.reopen()
        return answer(null)
      },
      acknowledge() {
        door.acknowledge()
        return answer(null)
      },
      exportReadable: () => door.exportReadable(),
      setAside: () => door.setAside(),
    },
    practice: {
      openCheckout: ({ saleId }) =>
        sell(async ({ ledger }) => {
          const sale = ledger.find(saleId)
          return sale ? needs.openCheckout(sale) : failure('no-such-sale', saleId)
        }),
    },
  }
}

function mergeById(...lists: readonly (readonly Sale[])[]): Sale[] {
  return [...new Map(lists.flat().map(sale => [sale.id, sale])).values()]
}

function withWords(
  all: Settings,
  kind: ConnectionKind,
  change: (words: Settings['practice']['words']) => Settings['practice']['words'],
): Settings {
  return { ...all, [kind]: { ...all[kind], words: change(all[kind].words) } }
}

/**
 * A manager's word for a status is kept for that connection (money rule 5), once. A word that the
 * list has no room for stays on the sale's record alone: that must not stop the till.
 */
function withMeaning(
  all: Settings,
  kind: ConnectionKind,
  status: string | null,
  meaning: 'paid' | 'failed',
): Settings {
  const { words } = all[kind]
  const known = new Set([...words[meaning], status?.trim().toLowerCase() ?? ''])
  const next = statusWordsSchema.safeParse({ ...words, [meaning]: [...known] })
  return next.success ? withWords(all, kind, () => next.data) : all
}
