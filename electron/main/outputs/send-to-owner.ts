import type { Result } from '../../../shared/ipc/result'
import { readPhoneNumber } from '../../../shared/phone'
import type { ShopSettings } from '../../../shared/settings'
import { type OpenOutside, openMessage } from '../platform/open-outside'
import { textAddress } from './exports/sent-text'

/** Opens a message to the owner's number; without one the person chooses who gets it. A person presses Send there. */
export function openForOwner(
  openOutside: OpenOutside,
  { ownerPhone, country }: Pick<ShopSettings, 'ownerPhone' | 'country'>,
  text: string,
): Promise<Result<null>> {
  const owner = readPhoneNumber(ownerPhone, country)
  return openMessage(openOutside, textAddress('whatsapp', owner?.msisdn ?? null, text))
}
