/** Why calls do not reach the service, where each has its own words and its own person who can end it. */
export type CallFault =
  | 'no-internet'
  /** The service's computer refuses, or answers with an error. */
  | 'service-trouble'
  /** Its certificate is not valid yet: this computer's clock is behind. */
  | 'clock-wrong'
  | 'certificate-expired'
  /** No authority that this till trusts has signed it. */
  | 'certificate-not-trusted'
  /** It is for another name than the address. */
  | 'certificate-of-another'
  /** Nothing that a person can name: no TLS, a version that is too old, a chain that is broken. */
  | 'insecure'
  /** This computer's proxy refused, hung, or is of a kind that the till cannot use. */
  | 'proxy'
  | 'proxy-password'

/** Who can end what keeps calls from the service. */
export type WhoEnds =
  /** Nobody has to: the till tries again. */
  | 'itself'
  /** Who is at this computer. */
  | 'here'
  | 'owner'
  /** Who looks after the network. */
  | 'network'
  /** The payment service's own people. */
  | 'service'
