import { failure, type Result } from '../../../../shared/ipc/result'
import type { Sale } from '../../../../shared/payment/sale'
import type { Settings } from '../../../../shared/settings'
import { longestCall } from '../../service'
import type { LeaseAnswer, PushLeases } from '../../shop/meeting/push-lease'
import type { ShopDatabase } from '../../shop/shop-database'

/** A push that is asked for: whose phone it rings on, and the draft that it belongs to. */
export interface WantedPush {
  msisdn: string
  draftId: string
  /** This till may have a prompt of an earlier payment on the phone: a push that is refused gives nothing back. */
  hasEarlier: () => boolean
}

interface PushScene {
  shop: Pick<ShopDatabase, 'session' | 'view'>
  settings: () => Pick<Settings, 'freshness' | 'promptLifetimeMs'>
  /** The push goes out without a word of the other tills: the cashier has to know. */
  othersSilent: (push: OthersSilent) => void
}

/** The other tills did not answer in time; `till` has the number, as one of them said too late. */
export interface OthersSilent {
  saleId: string
  till: string | null
}

/**
 * One live prompt a phone number across tills (money rule 10): the lease is taken before anything is sent, at
 * each press that may send, and is given back where nothing was. A till that cannot ask goes on, and says so. Without a shop database the
 * push is asked for at once.
 */
export function pushOnce(
  wanted: WantedPush | null,
  scene: PushScene,
  push: () => Result<Sale> | Promise<Result<Sale>>,
): Result<Sale> | Promise<Result<Sale>> {
  if (wanted === null || scene.shop.view() === null) return push()
  const leases = scene.shop.session()?.leases ?? null
  return leases === null ? pushUnasked(scene, push) : pushLeased(wanted, leases, scene, push)
}

async function pushUnasked(
  { othersSilent }: PushScene,
  push: () => Result<Sale> | Promise<Result<Sale>>,
): Promise<Result<Sale>> {
  const pushed = await push()
  if (pushed.ok) othersSilent({ saleId: pushed.value.id, till: null })
  return pushed
}

async function pushLeased(
  { msisdn, draftId, hasEarlier }: WantedPush,
  leases: PushLeases,
  { settings, othersSilent }: PushScene,
  push: () => Result<Sale> | Promise<Result<Sale>>,
): Promise<Result<Sale>> {
  const lease = { msisdn, saleId: draftId }
  const { freshness, promptLifetimeMs } = settings()
  let saleId: string | null = null
  const late = (answer: LeaseAnswer) => {
    if (saleId && answer.state === 'held') othersSilent({ saleId, till: answer.till })
  }
  // A request that waits goes out by itself for so long, its last call may take so long, and then comes the prompt.
  // Later it goes out by a press alone, which asks again.
  const forMs = freshness.aloneMs + longestCall + promptLifetimeMs
  const answer = await leases.ask({ ...lease, forMs }, late)
  if (answer.state === 'held')
    return {
      ...failure('phone-number-busy-elsewhere', 'Another till has a payment request on this phone'),
      elsewhere: { till: answer.till, leftMs: answer.leftMs },
    }
  const pushed = await push()
  if (!pushed.ok) {
    // It runs out by itself where this does not arrive.
    if (!hasEarlier()) leases.release(lease).catch(() => undefined)
    return pushed
  }
  saleId = pushed.value.id
  if (answer.state === 'not-asked') othersSilent({ saleId, till: null })
  return pushed
}
