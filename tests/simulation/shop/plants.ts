/** A fault of the shop database's functions that a schedule has to find; each is a change of one text. */
export interface ShopPlant {
  name: string
  /** What finds it. */
  rule:
    | 'lost'
    | 'twice'
    | 'two prompts'
    | 'lease for ever'
    | 'fence'
    | 'claim'
    | 'green'
    | 'swallowed'
    | 'waited'
  /** The first seed that finds it, where that is not 1. Time is real: the same seed may find it or not. */
  near?: number
  /** The tills push without a lease. */
  asksNobody?: boolean
  function?: string
  from?: string
  to?: string
  /** What leads to it, and is drawn more often therefore. */
  favours?: 'replace' | 'replace, and both hand over' | 'plant a payment'
  /** Run before: what otherwise would stop the fault. */
  before?: string
}

export const shopPlants: readonly ShopPlant[] = [
  {
    name: 'a batch behind a gap is taken',
    rule: 'lost',
    function: 'ship',
    from: "IF wrong IS NOT NULL THEN RETURN QUERY SELECT 'forked'",
    to: `DELETE FROM event WHERE till = m.till AND epoch = m.epoch AND sequence = h.sequence - 1;
  IF wrong IS NOT NULL THEN RETURN QUERY SELECT 'forked'`,
  },
  {
    name: 'a batch that comes twice is stored twice',
    rule: 'twice',
    function: 'ship',
    from: `FROM unnest(rows) AS r WHERE r.sequence > h.sequence;
  INSERT INTO personal`,
    to: `FROM unnest(rows) AS r;
  INSERT INTO personal`,
    before: 'ALTER TABLE kaunta.event DROP CONSTRAINT event_pkey',
  },
  {
    name: 'every till is granted a lease',
    near: 9,
    rule: 'two prompts',
    function: 'lease',
    from: 'SELECT held.payment = wanted_payment AND held.till = m.till',
    to: 'SELECT true',
  },
  {
    name: 'a lease never runs out',
    rule: 'lease for ever',
    function: 'lease',
    from: 'least(milliseconds, 7245000)',
    to: '7245000',
  },
  {
    name: 'a replaced till is granted leases',
    rule: 'fence',
    favours: 'replace',
    function: 'selling_till',
    from: 'IF was_replaced(found)',
    to: 'IF false',
  },
  {
    name: 'a replaced till claims goods',
    rule: 'claim',
    favours: 'replace',
    function: 'selling_till',
    from: 'IF was_replaced(found)',
    to: 'IF false',
  },
  { name: 'the lease is ignored', rule: 'two prompts', asksNobody: true },
  { name: "another till's word is green", rule: 'green', favours: 'plant a payment' },
  {
    name: 'the second hand-over is swallowed',
    near: 7,
    rule: 'swallowed',
    favours: 'replace, and both hand over',
    function: 'note_twice',
    from: 'WHERE one.till = m.till AND one.payment',
    to: 'WHERE false AND one.till = m.till AND one.payment',
  },
  { name: 'the limit is not kept', rule: 'waited' },
]
