import type { Channel } from '../../../shared/payment/channel'
import { customerFieldsInForm, isRequired } from '../../../shared/payment/customer-fields'
import { readPhoneNumber } from '../../../shared/phone'
import { needsNewKeys, type Trouble } from '../../sale-status/waiting'
import { type ChargeForm, type FieldName, totalOf } from '../../stores/charge-form'
import { fieldOrder } from '../../stores/charge-problems'

/** Where Enter leads: to a field, or on to sending. */
type EnterStep = FieldName | 'send'

interface EnterFacts
  extends Pick<ChargeForm, 'channel' | 'currency' | 'fields' | 'lines' | 'rest'> {
  focused: string
  country: string
}

/**
 * What Enter means in a field: amount first or number first, each leads to the other while that is
 * empty, then to what is still to be typed of the customer, and nothing that is merely not typed yet is
 * called wrong. What is wrong keeps the focus.
 */
export function enterStep(facts: EnterFacts): EnterStep {
  const { focused, fields, lines, rest, channel, country } = facts
  // What is wrong is said there.
  if (channel === 'cash') return 'send'
  const noAmount = rest === null && fields.amount.trim() === '' && lines.length === 0
  const hasTotal = 'value' in totalOf(facts)
  const noPhone = fields.phone.trim() === ''
  const isNumber = readPhoneNumber(fields.phone, country) !== null
  if (focused === 'amount' && noPhone) return noAmount || hasTotal ? 'phone' : 'amount'
  if (focused === 'phone' && noAmount && !noPhone) return isNumber ? 'amount' : 'phone'
  return (hasTotal && isNumber && nextEmpty(focused, fields, channel)) || 'send'
}

/** The next field of the customer that has to be given, and is not. */
function nextEmpty(focused: string, fields: ChargeForm['fields'], channel: Channel) {
  const here = (fieldOrder as readonly string[]).indexOf(focused)
  return customerFieldsInForm
    .filter(name => isRequired(name, channel) && fields[name].trim() === '')
    .toSorted((one, other) => fieldOrder.indexOf(one) - fieldOrder.indexOf(other))
    .find(name => fieldOrder.indexOf(name) > here)
}

/** What becomes of a payment that is not sent at once, in words `charge.<key>`: no cashier sends a customer to a phone that stays silent. */
type Afterwards = 'sentLater' | 'recordOnly'

/** Said behind the button's name, which stays what it is; null where the payment goes now. */
export function pressOf(trouble: Trouble | null): Afterwards | null {
  if (trouble === null) return null
  // It is sent once other keys are entered, and not before.
  return needsNewKeys(trouble) ? 'recordOnly' : 'sentLater'
}
