/** What a service that is broken, confused or hostile puts where a value belongs: raw JSON texts. */
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const nestedObjects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const word = (value: string) => JSON.stringify(value)
const long = (length: number) => word('x'.repeat(length))
/** All characters differ: the slowest host name to convert to ASCII. */
const longHost = (length: number) =>
  Array.from({ length }, (_, index) => String.fromCodePoint(0x4e00 + (index % 20_000))).join('')

/** Payment status words: those that mean something, and those that only look like them. */
export const statusWords: readonly string[] = [
  ...['pending', 'paid', 'completed', 'success', 'succeeded', 'settled'],
  ...['failed', 'declined', 'cancelled', 'expired', 'reversed'],
  ...['PAID', ' Paid ', 'PENDING', 'Failed'],
  ...['unpaid', 'not paid', 'paid?', 'paid_out', 'prepaid', 'payed', 'part-paid', 'unsuccessful'],
  ...['uncompleted', 'paid,failed', 'pa id'],
  ...['paіd', 'paid\u200b', '\u202epaid', 'paid\u0000', '\u00a0paid\u3000'],
  ...['imelipwa', 'x'.repeat(64), 'x'.repeat(65), '', ' '],
]

/** Most are short; the costly ones are at the end, where a generator can make them rare. */
export const hostileValues: readonly string[] = [
  ...['null', 'true', 'false'],
  ...['0', '-0', '1', '-1'],
  ...['15000', '14999', '15000.0', '15000.5'],
  ...['1.5e4', '1e400', '-1e400', '1e-400', '9007199254740993', '123456789012345678901234567890'],
  ...['200', '"200"', '"15000"', '"15000.00"', '"15,000"', '"TZS 15000"', '"1e4"', '"0x3a98"'],
  ...['"TZS"', '"KES"', '"tzs"', '" TZS"', '"TZS\\u0000"'],
  ...['"paid"', '"PAID "', '"unpaid"', '"pending"', '"success"', '"error"'],
  ...['"R-OTHER"', '"r-1"', '" R-1"'],
  ...['"\\ud800"', '"\\udfff\\ud800"', '"\\u0000"', '"\\u202e\\u2066"', '"\\u2028"'],
  '"line\\r\\nbreak"',
  ...['"<script>alert(1)</script>"', '"{{constructor}}"'],
  ...['{}', '[]', '[{}]', '[null]', '{"status":"paid"}'],
  ...['{"value":15000,"currency":"TZS"}', '{"value":14999,"currency":"TZS"}'],
  ...['{"value":15000,"currency":"KES"}', '{"value":"15000","currency":null}'],
  ...['{"value":15000,"currency":7}', '{"value":{"value":15000}}'],
  ...['{"__proto__":{"status":"paid"}}', '{"constructor":{"prototype":{"status":"paid"}}}'],
  ...['{"toString":null,"valueOf":1}', '{"toJSON":"paid"}', '{"then":"paid"}'],
  '{"length":4294967295}',
  ...['"2026-01-05T09:05:00Z"', '"2026-01-05T09:05:00"', '"2026-02-31T09:05:00Z"'],
  ...['"2026-01-05T24:00:00Z"', '"2026-01-05T09:05:60Z"', '"1950-01-01T00:00:00Z"'],
  ...['"0000-01-01T00:00:00Z"', '"9999-12-31T23:59:59.999999999999Z"', '"+275760-09-13T00:00:00Z"'],
  ...['"2026-01-05T09:05:00+23:59"', '"1970-01-01T00:00:00+23:59"'],
  ...['1767604800', '1767604800000'],
  ...['"javascript:alert(1)"', '"http://pay.example/c"', '"https://name:word@pay.example/c"'],
  ...['"https:\\\\\\\\pay.example\\\\c"', '"https://"', '"https:pay.example/c"'],
  ...['"https:/pay.example/c"', '"https:///pay.example/c"', '"https://127.0.0.1.example/"'],
  ...['"http://127.1/c"', '"data:text/html,x"'],
  ...['NaN', 'undefined', "'paid'", '01', '1.', '.5', '+1', '"paid', '/* */1', '"\t"'],
  ...[long(64), long(65), long(201), long(501), long(2_049)],
  ...[nested(50), nestedObjects(50), nested(7_000), long(20_000)],
  ...[word('\u0000\u202e '.repeat(5_000)), word('\ud83d\ude00'.repeat(5_000))],
  ...[word(' '.repeat(20_000)), `"${'9'.repeat(20_000)}"`, '9'.repeat(400), nested(20_000)],
  ...[nestedObjects(20_000), word(`https://${longHost(20_000)}/`)],
]

/** The last so many of hostileValues cost milliseconds each. */
export const costlyValues = 9

/** Keys that mean something to JavaScript, or nearly what the contract's mean. */
export const hostileKeys: readonly string[] = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'toJSON', 'then'],
  ...['status', 'Status', 'status ', 'ѕtatus'],
  ...['data', 'code', 'amount', 'currency', 'value', 'reference', 'referenceId', 'expires_at'],
  ...['message', 'error_code'],
  ...['', '0', 'x'.repeat(300)],
]
