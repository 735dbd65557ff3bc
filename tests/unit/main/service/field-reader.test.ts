import { describe, expect, it } from 'vitest'
import { contractFirst, levelOf } from '../../../../electron/main/service/answer-levels'
import { FieldReader } from '../../../../electron/main/service/answer-reader'

const asText = (value: unknown) => (typeof value === 'string' ? value : null)

function readerOf(body: object): FieldReader {
  const level = levelOf(body, null)
  return new FieldReader(level ? contractFirst(level) : [])
}

describe('a field reader', () => {
  it.each<[string, object]>([
    ['flat', { api_version: 'x' }],
    ['in data', { data: { api_version: 'x' } }],
    ['in the payment’s object', { data: { payment: { api_version: 'x' } } }],
    ['in data before the body', { api_version: 'y', data: { api_version: 'x' } }],
    ['in the body before its object', { api_version: 'x', payment: { api_version: 'y' } }],
    ['under another spelling of the name', { data: { apiVersion: 'x' } }],
    ['under its name in capitals', { 'API-VERSION': 'x' }],
  ])('reads a field: %s', (_, body) => {
    const fields = readerOf(body)
    expect(fields.optional('api_version', asText)).toBe('x')
    expect(fields.unread()).toEqual([])
  })

  it('takes the next place where the first one cannot be read, and says so', () => {
    const fields = readerOf({ status: 'x', data: { status: 7 } })
    expect(fields.optional('status', asText)).toBe('x')
    expect(fields.unread()).toEqual(['status'])
  })

  it('asks no further than the first value that can be read', () => {
    const fields = readerOf({ a: 7, data: { a: 'x' } })
    expect(fields.optional('a', asText)).toBe('x')
    expect(fields.unread()).toEqual([])
  })

  it('does not note what is missing or null', () => {
    const fields = readerOf({ a: null, b: undefined })
    for (const name of ['a', 'b', 'c']) expect(fields.optional(name, asText)).toBeNull()
    expect(fields.unread()).toEqual([])
  })

  it('notes the name of what it cannot read, once and in order, in no list that it gave before', () => {
    const fields = readerOf({ b: 7, a: {} })
    const before = fields.unread()
    for (const name of ['b', 'a', 'b']) expect(fields.optional(name, asText)).toBeNull()
    fields.note('c')
    fields.note('a')
    expect(fields.unread()).toEqual(['b', 'a', 'c'])
    expect(before).toEqual([])
  })
})
