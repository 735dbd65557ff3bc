import { describe, expect, it } from 'vitest'
import {
  fileText,
  problemOf,
  readItems,
} from '../../../renderer/features/settings/selling/item-rows'
import { groupDigits } from '../../../shared/money'
import { typedAmounts } from '../../support/typed-amounts'

const itemsIn = (text: string, there: Parameters<typeof readItems>[1] = []) =>
  readItems(text, there, 'TZS')

const soda = { name: 'Soda', price: '1,500', code: '42' }

describe('a file of items', () => {
  it.each(typedAmounts.filter(([text]) => !/[\t\n]/.test(text)))(
    'has %j as the price %j',
    (text, value) => {
      const { rows, bad } = itemsIn(`Name;Price\nSabuni;"${text}"`)
      if (value === null) expect([rows, bad]).toEqual([[], [{ number: 2, problem: 'price' }]])
      else expect(rows).toEqual([{ name: 'Sabuni', price: groupDigits(value), code: '' }])
    },
  )

  it('is read with its headings left out, whatever separates its columns', () => {
    const rows = [soda, { name: 'Bread, white', price: '2,000', code: '' }]
    expect(itemsIn('\ufeffItem,Price,Code\nSoda,1500,42\n"Bread, white",2000,\n')).toEqual({
      rows,
      bad: [],
    })
    expect(itemsIn('Soda;1500;42\r\n\r\nBread, white;2000;\r\n')).toEqual({ rows, bad: [] })
  })

  it('says row by row what is wrong, and keeps the others', () => {
    const text =
      'Soda,1500,42\nBread,,\n,500,\nSODA,100,\nMilk,900,42\nTea,1.5,\nSalt,100,a b\nOil,5000,7'
    expect(itemsIn(text)).toEqual({
      rows: [soda, { name: 'Oil', price: '5,000', code: '7' }],
      bad: [
        { number: 2, problem: 'price' },
        { number: 3, problem: 'name' },
        { number: 4, problem: 'sameName' },
        { number: 5, problem: 'sameCode' },
        { number: 6, problem: 'price' },
        { number: 7, problem: 'code' },
      ],
    })
  })

  it.each([
    ['UTF-8', new TextEncoder().encode('\ufeffCafé crème;1500;7')],
    // As Excel saves it on Windows: é is E9, è is E8.
    ['the code page of Windows', Uint8Array.from(Buffer.from('Café crème;1500;7', 'latin1'))],
    ['UTF-16', Uint8Array.from(Buffer.from('\ufeffCafé crème;1500;7', 'utf16le'))],
  ])('keeps its accents in %s', (_encoding, bytes) => {
    expect(itemsIn(fileText(bytes)).rows).toEqual([
      { name: 'Café crème', price: '1,500', code: '7' },
    ])
  })

  it('with a letter that was lost before says so', () => {
    const bytes = new TextEncoder().encode('Soda;1500;\nCaf\ufffd;1500;7')
    expect(itemsIn(fileText(bytes))).toMatchObject({
      rows: [{ name: 'Soda' }],
      bad: [{ number: 2, problem: 'lost' }],
    })
  })

  it('adds no item that is there already, and none beyond sixty', () => {
    expect(itemsIn('Soda,1500,', [soda]).bad).toEqual([{ number: 1, problem: 'sameName' }])
    const many = Array.from({ length: 61 }, (_, n) => `Item ${n},100,`).join('\n')
    const { rows, bad } = itemsIn(many)
    expect(rows).toHaveLength(60)
    expect(bad).toEqual([{ number: 61, problem: 'many' }])
  })
})

it('an empty row is no item and no problem', () => {
  expect(problemOf({ name: ' ', price: '', code: '' }, [soda], 'TZS')).toBeNull()
})
