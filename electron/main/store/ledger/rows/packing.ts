import { deflateRawSync, inflateRawSync } from 'node:zlib'

/**
 * What the ledger's rows have in common, for `packing.ts`. Never change it: without these very bytes no
 * packed row can be read (a test holds them to their hash). The most common comes last.
 */
export const packingDictionary: Buffer = Buffer.from(
  [
    '"type":"refused","httpStatus":400,"errorCode":"validation_error","message":"""type":"attempt-fa',
    'iled","sent":"maybe","reason":"connection-lost","detail":"ECONNRESET""type":"provider-disagreed',
    '","type":"answer-mismatched","mismatch":{"field":"amount","asked":"","answered":""}"type":"reop',
    'ened","type":"contradicted","meaning":"failed","type":"expired","answered":true,"type":"cash-ta',
    'ken","note":"""type":"status-classified","type":"given-back","way":"cash","reason":"","type":"res',
    'olved","how":"other","type":"also-paid","other":""type":"held","type":"released","type":"withd',
    'rawn","type":"abandoned","type":"stopped-waiting","type":"receipt-failed""type":"customer-remov',
    'ed","months":24}"channel":"card","accepted","cancelled","declined","expired","processing","prod',
    'uction",{"payment_type":"card","details":{"amount":,"currency":"KES","UGX","RWF","USD"},"custom',
    'er":{"firstname":"","lastname":"","email":"@gmail.com","country":"TZ","city":"Dar es Salaam","a',
    'ddress":"","postcode":"","state":"","phone_number":"255"},"webhook_url":"https://{"payment_type',
    '":"mobile","details":{"amount":,"currency":"TZS"},"phone_number":"2557","customer":{"firstname"',
    ':"","lastname":"","email":"{"salt":"","msisdn":"2557","customer":{"firstName":"","lastName":"",',
    '"email":null,"country":null,"city":null,"address":null},"note":""}{"currency":"TZS","channel":"',
    'mobile","person":{"id":"\xf8","name":""},"state":"paid","late":false,"contrad',
    'icted":false,"handedOver":true,"givenBack":[],"earlier":false}{"type":"recorded","at":\xfa\x01,"',
    'draftId":"\xf8","channel":"mobile","amount":{"currency":"TZS","value":000},"idempotencyKey":"',
    '\xf8","replaces":null,"person":{"id":"\xf8","name":""},"personal":"\xf9"}{"type":"attempt-start',
    'ed","at":\xfa\x01,"attempt":1,"account":"practice","account":"\xf8"}{"type":"accepted","at":',
    '\xfa\x01,"serviceAt":\xfa\x01,"attempt":1,"reference":"","status":"pending","expiresAt":\xfa',
    '\x01,"expiryAssumed":false,"checkoutUrl":null,"checkoutFault":null,"apiVersion":"","unread":[]}',
    '{"type":"status-read","at":\xfa\x01,"by":"poller","status":"completed","providerStatus":"APPROV',
    'ED","unread":[]}{"type":"settled","at":\xfa\x01,"status":"completed","outcome":"paid"}{"type":"',
    'receipt-printed","at":\xfa\x01,"copy":1,"to":"printer","automatic":false,"person":{"id":"\xf8{"',
    'type":"goods-handed-over","at":\xfa\x01,"person":{"id":"\xf8","name":"{"id":"\xf8","draftId":"',
    '\xf8","channel":"mobile","amount":{"currency":"TZS","value":000},"msisdn":"2557","customer":{"f',
    'irstName":"","lastName":"","email":null,"country":null,"city":null,"address":null},"note":"","i',
    'dempotencyKey":"\xf8","recordedAt":\xfa\x01,"person":{"id":"\xf8","name":""},"phase":"settled",',
    '"outcome":"paid","freshSince":\xfa\x01,"attempts":1,"lastAttemptAt":\xfa\x01,"account":"practic',
    'e","replaces":null,"repeatRefused":false,"maybeSent":true,"lastFailure":null,"refusal":null,"re',
    'ference":"","acceptedAt":\xfa\x01,"acceptedServiceAt":\xfa\x01,"expiresAt":\xfa\x01,"expiryAssu',
    'med":false,"checkoutUrl":null,"checkoutFault":null,"apiVersion":"2026-01-01","rawStatus":"compl',
    'eted","providerStatus":"APPROVED","providerContradiction":null,"unreadFields":[],"settledAt":',
    '\xfa\x01,"expiredAt":null,"stoppedWaitingAt":null,"handedOverAt":\xfa\x01,"h',
    'andedOverBy":{"id":"\xf8","name":""},"givenBack":[],"receiptCopies":1,"receiptFailure":null,"mis',
    'match":null,"contradiction":null,"contradictedByPaid":false,"late":false,"alsoPaid":null,"reso',
    'lution":null,"customerRemoved":null}',
  ].join(''),
  'latin1',
)

/** The first byte of packed bytes. Plain ones are JSON text, or empty: neither begins with it. */
export const packedMark = 0xb5

/** Wide enough for the dictionary and a row; memory for more would cost more time than the work. */
export const packingOptions = {
  dictionary: packingDictionary,
  windowBits: 13,
  memLevel: 5,
  level: 9,
}

/** A damaged row must not take all memory. */
const mostUnpacked = 2 ** 24

const mark = Buffer.from([packedMark])

/*
 * What no dictionary knows: ids, hashes and times. Before the text is deflated, each becomes a byte that UTF-8
 * never has, and its own bytes.
 */
const unknowns =
  /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|[\da-f]{64}|(?<!\d)[1-9]\d{12}(?!\d)/g
const shortened = /\xf8(.{16})|\xf9(.{32})|\xfa(.{6})/gs
const marks = { id: '\xf8', hash: '\xf9', time: '\xfa' }

/** One letter is one byte of UTF-8. */
function shorten(bytes: string): string {
  return bytes.replace(unknowns, found => {
    if (found.length === 13)
      return marks.time + bytesOf(Number(found).toString(16).padStart(12, '0'))
    return (found.length === 64 ? marks.hash : marks.id) + bytesOf(found.replaceAll('-', ''))
  })
}

/** The text whose shortened form this is. */
export function lengthen(bytes: string): string {
  return bytes.replace(shortened, (_all, id?: string, hash?: string, time = '') => {
    if (id !== undefined) return formatId(hexOf(id))
    return hash === undefined ? String(Number.parseInt(hexOf(time), 16)) : hexOf(hash)
  })
}

function bytesOf(hex: string): string {
  return Buffer.from(hex, 'hex').toString('latin1')
}

function hexOf(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('hex')
}

/** JSON text in fewer bytes; as it is where packing it saves none. */
export function pack(text: string): Buffer {
  const plain = Buffer.from(text)
  const packed = deflateRawSync(
    Buffer.from(shorten(plain.toString('latin1')), 'latin1'),
    packingOptions,
  )
  return packed.length + 1 < plain.length ? Buffer.concat([mark, packed]) : plain
}

/** The text that was packed. Bytes that are not packed are returned as they are; null for damaged ones. */
export function unpack(bytes: Buffer): Buffer | null {
  if (bytes[0] !== packedMark) return bytes
  try {
    const options = { ...packingOptions, maxOutputLength: mostUnpacked }
    const inflated = inflateRawSync(bytes.subarray(1), options)
    return Buffer.from(lengthen(inflated.toString('latin1')), 'latin1')
  } catch {
    // Any error of zlib means damage here.
    return null
  }
}

/** An id (UUID) from its 32 hexadecimal digits. */
export function formatId(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
