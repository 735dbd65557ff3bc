/** An MSISDN in international format, digits only (§2.2). E.164 allows 15 digits at the most. */
export const msisdnPattern = /^[1-9]\d{6,14}$/
