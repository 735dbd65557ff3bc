import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { systemRandom } from '../../../../../../../electron/main/platform/random'
import { readPhoneNumber } from '../../../../../../../shared/phone'
import { foundPage } from '../../../../../../support/filled-ledger'
import { morning } from '../../../../../../support/payments/clock'
import { ledgerIn } from '../../../../../../support/payments/ledger'
import { recorded } from '../../../../../../support/payments/payments'
import { temporaryFolders } from '../../../../../../support/temporary-folder'
import { typedAmounts } from '../../../../../../support/typed-amounts'

const newFolder = temporaryFolders()

/** Every value of the table, and what each text would be with its marks or letters dropped. */
const wrong = [15, 150_000, 1_500_000, 150_050, 150_002_000, 121_500, 2, 7, 12, 150, 125, 1_500_000]
const values = new Set([...typedAmounts.flatMap(([, value]) => value ?? []), ...wrong])

function searched() {
  const { ledger } = ledgerIn(newFolder())
  const write = (value: number, msisdn: string) =>
    ledger.record(
      systemRandom.paymentId(morning),
      recorded({ draftId: randomUUID(), msisdn, amount: { currency: 'TZS', value } }),
      { body: '{}' },
    )
  for (const value of values) write(value, '255688999999')
  write(999, '255754001212')
  return (text: string, phone: 'ending' | 'anywhere') =>
    foundPage(ledger, { text, phone }, { limit: 50 }).payments
}

it.each(['ending', 'anywhere'] as const)(
  'an amount is found as Charge reads it, and by no text that Charge refuses: %s',
  phone => {
    const find = searched()
    const found = typedAmounts.map(([text]) => [
      text,
      find(text, phone).map(each => each.amount.value),
    ])
    expect(found).toEqual(
      typedAmounts.map(([text, value]) => [text, value === null ? [] : [value]]),
    )
  },
)

const numbers = [
  '0754 001 212',
  '0754001212,',
  'tel:0754001212',
  'tel:+255-754-001-212',
  '+255 (0)754 001 212',
  '00255754001212',
  '\u202a+255 754 001 212\u202c',
  '0754\u2011001\u2011212',
  '\u200e0754\u00a0001\u00a0212\u200f',
  '٠٧٥٤٠٠١٢١٢',
  '０７５４００１２１２',
]
const none = ['0754001212 x', '0754001212/0688999999', '0754OO1212']

it('a phone number is found as Charge reads it, and a text that is no number finds no one', () => {
  const find = searched()
  const read = (text: string) => readPhoneNumber(text, 'TZ')?.msisdn ?? null
  const found = (text: string) => find(text, 'ending').map(({ msisdn }) => msisdn)
  const of = (texts: readonly string[]) => texts.map(text => [text, read(text), found(text)])
  expect(of(numbers)).toEqual(numbers.map(text => [text, '255754001212', ['255754001212']]))
  expect(of(none)).toEqual(none.map(text => [text, null, []]))
})
