import { formatMsisdn, readPhoneNumber } from '../../shared/phone'
import type { PadKey } from './amount-typing'

/** As long as the field. */
const mostCharacters = 40

/** The phone field after a key of the number pad on the screen: digits, and a plus in front. */
export function pressPhoneKey(text: string, key: PadKey): string {
  if (key === 'clear') return ''
  if (key === 'back') return text.slice(0, -1)
  if (key === '×' || key === '−' || (key === '+' && text !== '')) return text
  return (text + key).slice(0, mostCharacters)
}

/** A number as it is typed here: in its local form where that is understood. */
export function phoneAsTyped(msisdn: string, country: string): string {
  const national = formatMsisdn(msisdn)
  return readPhoneNumber(national, country)?.msisdn === msisdn ? national : `+${msisdn}`
}
