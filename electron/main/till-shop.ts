import { asAccount, savedKeys } from './connections/account-keys'
import { usableAuthorities } from './connections/authorities'
import type { OthersSilent } from './payments/other-tills'
import { ShopDatabase } from './shop/shop-database'
import { createDocumentStore } from './store/files/document-store'
import type { SettingsKeeper } from './store/settings'
import type { TillStore } from './store/till-store'
import type { TillDeps } from './till-deps'
import type { TillRecords } from './till-records'

interface ShopDeps extends Pick<TillRecords, 'auditLog' | 'staff'> {
  store: TillStore
  settings: SettingsKeeper
  replaced: () => void
  changed: () => void
  othersSilent: (push: OthersSilent) => void
}

/** This till's place in its shop, with its keys and settings. */
export function createTillShop(
  { dataFolder, clock, random, log }: TillDeps,
  { store, settings, auditLog, staff, replaced, changed, othersSilent }: ShopDeps,
): ShopDatabase {
  return new ShopDatabase({
    store,
    clock,
    random,
    log,
    auditLog,
    positionStore: createDocumentStore(dataFolder, 'shop-position'),
    person: () => staff.person(),
    kind: () => settings.get().active ?? 'practice',
    authorities: kind =>
      kind === 'practice' ? [] : usableAuthorities(settings.get()[kind].authorities),
    replaced,
    isAccount(kind, account) {
      if (kind === 'practice') return
      const keys = savedKeys(store, kind)
      settings.update(all => ({ ...all, [kind]: asAccount(all[kind], keys, account) }))
    },
    // Where the owner keeps customers' data for ever, the shop database's own time is over.
    months: () => settings.get().retention.months ?? 24,
    changed,
    othersSilent,
  })
}
