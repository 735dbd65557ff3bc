import { describe, expect, it } from 'vitest'
import {
  childrenOf,
  isFields,
  parseJson,
  SeveralValues,
  unwrapped,
  withoutSecret,
  withoutSpelledSecret,
} from '../../../../electron/main/service/json'
import { errorBody } from '../../../support/service/answers'
import { json } from '../../../support/service/loopback-service'
import { apiKey, apiSecret, createAt } from '../../../support/service/till-end'

const parsed = (text: string) => parseJson(Buffer.from(text))

describe('JSON', () => {
  it.each<[string, string, unknown]>([
    ['a small number', '15000', 15_000],
    ['a fraction', '15000.50', 15_000.5],
    ['a number with an exponent', '1.5e4', 15_000],
    ['the largest whole number that is exact', '9007199254740991', 9_007_199_254_740_991],
    ['a byte order mark', '\ufeff{"a":1}', { a: 1 }],
    ['white space', ' \r\n{"a": [1, null, true]}\n', { a: [1, null, true] }],
    ['a name twice with one value', '{"a":{"b":1},"a":{"b":1}}', { a: { b: 1 } }],
  ])('is read with %s', (_, text, json) => expect(parsed(text)).toEqual({ ok: true, json }))

  it.each(['1234567890123456789', '-9007199254740993', '123456789012345678901234567890'])(
    'keeps a whole number that a float cannot hold as text: %s',
    digits => expect(parsed(`{"r":${digits}}`)).toEqual({ ok: true, json: { r: digits } }),
  )

  it('keeps each of the different values of a name', () => {
    const { json } = parsed('{"a":"x","a":"y","a":"z"}') as { json: { a: unknown } }
    expect(json.a).toBeInstanceOf(SeveralValues)
    expect(childrenOf(json.a)).toEqual(['x', 'y', 'z'])
  })

  it('with bytes that are not UTF-8 loses those letters alone', () => {
    const bytes = Buffer.from('{"a":"caf\u00e9","b":1}', 'latin1')
    expect(parseJson(bytes)).toEqual({ ok: true, json: { a: 'caf\ufffd', b: 1 } })
  })

  it.each(['', ' ', 'OK', '<html></html>', '{"a":1', '{"a":1} x', "{'a':1}", '{"a":NaN}'])(
    'is not %j',
    text => expect(parsed(text)).toEqual({ ok: false }),
  )

  it.each([64, 66, 7_000, 50_000])('that is nested %i deep costs nothing else', depth => {
    const side = '['.repeat(depth) + ']'.repeat(depth)
    const read = parsed(`{"odd":${side},"status":"paid"}`)
    expect(read).toMatchObject({ ok: true, json: { status: 'paid' } })
  })
})

describe('JSON in a text', () => {
  it.each([
    ['the whole of it', '{"a":1}', { a: 1 }],
    ['its own data', { data: '[1]', status: 'x' }, { data: [1], status: 'x' }],
    ['its own data in other letters', { Data: '{"a":1}' }, { Data: { a: 1 } }],
  ])('is read once: %s', (_, json, read) => expect(unwrapped(json)).toEqual(read))

  it.each([
    '7',
    'text',
    { note: '{"a":1}' },
    { data: '7' },
    { data: { data: '[1]' } },
    ['[1]'],
    null,
  ])('is left as it is in %j', json => expect(unwrapped(json)).toEqual(json))
})

describe('the children of a value', () => {
  it('are the values of its names, its entries, or nothing', () => {
    expect(childrenOf({ a: 1, b: [2] })).toEqual([1, [2]])
    for (const value of [[1, 2], new SeveralValues([1, 2])])
      expect(childrenOf(value)).toEqual([1, 2])
    for (const value of ['text', null]) expect(childrenOf(value)).toEqual([])
  })

  it('have names in an object alone', () => {
    expect(isFields({})).toBe(true)
    for (const other of [null, [], new SeveralValues([1]), 'x', 7, undefined])
      expect(isFields(other)).toBe(false)
  })
})

describe('the API secret (§5.2)', () => {
  const hidden = 'sk/with/"slashes"'
  const codes = [...hidden].map(letter => letter.charCodeAt(0).toString(16).padStart(4, '0'))
  const escaped = codes.map(code => `\\u${code}`).join('')

  it.each<[string, string]>([
    ['as it is', JSON.stringify({ a: `no ${hidden}!` })],
    ['with its slashes escaped', JSON.stringify({ a: `no ${hidden}!` }).replaceAll('/', '\\/')],
    ['with each letter escaped', `{"a":"no ${escaped}!"}`],
  ])('is hidden %s', (_, text) => {
    const read = parsed(text)
    expect(read.ok && withoutSecret(read.json, hidden)).toEqual({ a: 'no [hidden]!' })
  })

  it('is hidden at every depth, in lists and in each value of a repeated name', () => {
    const read = parsed(`{"a":[{"b":"${apiSecret}"}],"c":"${apiSecret}1","c":"${apiSecret}2"}`)
    const shown = read.ok && withoutSecret(read.json, apiSecret)
    expect(JSON.stringify(shown)).not.toContain(apiSecret)
    const values = ['[hidden]1', '[hidden]2']
    expect(shown).toMatchObject({ a: [{ b: '[hidden]' }], c: { values } })
  })

  it('is hidden in a text of JSON in whichever letters its codes are written', () => {
    const upper = escaped.replace(/(?<=u)[0-9a-f]{4}/g, code => code.toUpperCase())
    for (const spelled of [hidden, escaped, upper])
      expect(withoutSpelledSecret(`no ${spelled}!`, hidden)).toBe('no [hidden]!')
    expect(withoutSpelledSecret('12345678', '12345678')).toBe('[hidden]')
    expect(withoutSpelledSecret('no success', 'success')).toBe('no success')
  })

  it('changes nothing where it is not, or where it is too short to be one', () => {
    const body = { status: 'success', data: { reference: 7, amount: null } }
    expect(withoutSecret(body, apiSecret)).toEqual(body)
    expect(withoutSecret(body, 'success')).toBe(body)
  })

  it('is shown nowhere, while the public key stays (§5.1): not in a message, and not in any other field', async () => {
    const { answer } = await createAt((response, seen) => {
      const both = `${seen.headers['x-api-key']} (${seen.headers['x-api-secret']})`
      json(401, errorBody(401, both, `The key ${both} is not valid`))(response, seen)
    })
    expect(answer).toMatchObject({
      errorCode: `${apiKey} ([hidden])`,
      message: `The key ${apiKey} ([hidden]) is not valid`,
    })
    expect(JSON.stringify(answer)).not.toContain(apiSecret)
  })
})
