import { describe, expect, it } from 'vitest'
import { hears } from '../../../../../electron/main/outputs/windows/permissions'
import type { PushName } from '../../../../../shared/ipc/contract'

/** Complete, or it does not compile. */
const pushes: Record<PushName, 'till' | 'customer'> = {
  tillChanged: 'till',
  saleChanged: 'till',
  paymentChanged: 'till',
  unseenChanged: 'till',
  soundDue: 'till',
  othersSilent: 'till',
  paymentWanted: 'till',
  customerViewChanged: 'customer',
}

describe('a push', () => {
  it.each(Object.entries(pushes))('%s is for one window: the %s’s', (name, kind) => {
    expect(hears('till', name as PushName)).toBe(kind === 'till')
    expect(hears('customer', name as PushName)).toBe(kind === 'customer')
  })
})
