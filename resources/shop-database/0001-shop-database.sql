-- Version 1 of the shop database (DESIGN §14). PostgreSQL 15 or newer. The runner executes this file in one
-- transaction as the administrator.
--
-- Who may do what:
--   kaunta_owner   owns everything below; nobody logs in with it.
--   kaunta_member  what every role of a till, an owner or a receiver is granted: read by row-level security,
--                  write through the functions only.
-- Row-level security is not forced: the functions run as kaunta_owner, which has to pass it.

SET LOCAL ROLE kaunta_owner;

-- The oldest app that may go on with this schema: its number is that of the last file it was written for. A later
-- file raises it where it takes away what older apps use.
CREATE TABLE kaunta.oldest_app (one boolean PRIMARY KEY DEFAULT true CHECK (one), version integer NOT NULL);
INSERT INTO kaunta.oldest_app (version) VALUES (1);

-- One shop takes one kind of payments: practice data never stands beside real money. `account` is the merchant
-- account at the payment service, by a name of the administrator's: two shops may share one.
CREATE TABLE kaunta.shop (
  shop text COLLATE "C" PRIMARY KEY CHECK (octet_length(shop) <= 64),
  name text NOT NULL,
  account text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('practice', 'sandbox', 'production'))
);

CREATE INDEX shop_of_account ON kaunta.shop (account);

CREATE FUNCTION kaunta.new_channel() RETURNS text
LANGUAGE sql VOLATILE AS $$ SELECT 'kaunta_' || replace(gen_random_uuid()::text, '-', '') $$;

-- `epoch` is the machine that may sell as this till: a replaced machine has an older one.
CREATE TABLE kaunta.till (
  till text COLLATE "C" PRIMARY KEY,
  shop text COLLATE "C" NOT NULL REFERENCES kaunta.shop,
  name text NOT NULL,
  epoch integer NOT NULL DEFAULT 1 CHECK (epoch > 0),
  -- Where it is told that there are hints. Every login of a database hears each channel whose name it knows, so only
  -- the machine in office learns this one, from `hello`.
  channel text NOT NULL DEFAULT kaunta.new_channel(),
  -- When the machine in office last said that its ledger goes on from what is stored here.
  heard timestamptz NOT NULL DEFAULT '-infinity',
  -- How far its clock is behind the payment service's, ms; before the service has said its time, behind this server's.
  behind bigint,
  -- For how many months its owner keeps customers' data; null where that is not known, or for ever.
  months integer CHECK (months > 0),
  -- When the machine in office last said anything, its app's version, and how many links it had not shipped yet.
  spoke timestamptz,
  version text CHECK (octet_length(version) <= 64),
  waiting bigint,
  UNIQUE (shop, name)
);

-- Who a login role is. Never decided by a setting that a client can change. Login roles are in no dump of a database:
-- `verifier` (SCRAM, of a random password) makes one again on another server. `ended`: it was stolen or lost.
CREATE TABLE kaunta.member (
  role name PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('till', 'owner', 'receiver')),
  shop text COLLATE "C" NOT NULL REFERENCES kaunta.shop,
  till text COLLATE "C" REFERENCES kaunta.till,
  epoch integer,
  verifier text NOT NULL,
  ended boolean NOT NULL DEFAULT false,
  CHECK ((kind = 'till') = (till IS NOT NULL AND epoch IS NOT NULL))
);

-- An owner may see several shops, and a receiver may serve several.
CREATE TABLE kaunta.owned (
  role name NOT NULL REFERENCES kaunta.member,
  shop text COLLATE "C" NOT NULL REFERENCES kaunta.shop,
  PRIMARY KEY (role, shop)
);

-- How far the ledger of each machine has been shipped. A machine that took a lost till's place goes on after `taken`,
-- the last link of the machine before it, and counts its own from `base`.
CREATE TABLE kaunta.head (
  till text COLLATE "C" NOT NULL REFERENCES kaunta.till,
  epoch integer NOT NULL,
  shop text COLLATE "C" NOT NULL,
  base bigint NOT NULL DEFAULT 0,
  taken bigint NOT NULL DEFAULT 0,
  -- Up to here links may be missing: their time is over.
  dropped bigint NOT NULL DEFAULT 0,
  sequence bigint NOT NULL,
  -- The value of that link in the till's own chain: a ledger that has another one there was changed, or forked.
  link bytea NOT NULL CHECK (octet_length(link) <= 64),
  digest bytea NOT NULL,
  shipped_at timestamptz NOT NULL,
  PRIMARY KEY (till, epoch)
);

CREATE FUNCTION kaunta.bytes_in(list bytea[]) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$ SELECT coalesce(sum(octet_length(one)), 0) FROM unnest(list) AS l (one) $$;

-- A row is one link of a till's hash chain: one transaction of its ledger, with the exact bytes of the
-- events (`bodies`) of one payment (`subject`) or of one cash-up. `digest` is the SHA-256 over the digest before it and
-- this row. `ship` is the only function that writes here: it holds the row of `head` and stores only what comes after it.
CREATE TABLE kaunta.event (
  till text COLLATE "C" NOT NULL,
  epoch integer NOT NULL,
  sequence bigint NOT NULL,
  shop text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL CHECK (octet_length(subject) <= 64),
  first bigint NOT NULL,
  link bytea NOT NULL CHECK (octet_length(link) <= 64),
  digest bytea NOT NULL,
  bodies bytea[] NOT NULL CHECK (pg_column_size(bodies) <= 524288),
  arrived timestamptz NOT NULL,
  PRIMARY KEY (till, epoch, sequence)
);

CREATE INDEX event_subject ON kaunta.event (till, subject, first);
-- Rows arrive in the order of this column: a few pages say where the oldest are.
CREATE INDEX event_age ON kaunta.event USING brin (arrived);

-- What the events say of a customer, and the bytes of the request. Deleted when the shop's retention is over.
CREATE TABLE kaunta.personal (
  arrived timestamptz NOT NULL,
  till text COLLATE "C" NOT NULL,
  epoch integer NOT NULL,
  sequence bigint NOT NULL,
  shop text COLLATE "C" NOT NULL,
  payment text COLLATE "C" NOT NULL,
  phone_reversed text COLLATE "C" NOT NULL CHECK (octet_length(phone_reversed) <= 32),
  name text NOT NULL CHECK (octet_length(name) <= 1024),
  bodies bytea[] NOT NULL CHECK (pg_column_size(bodies) <= 131072),
  request bytea CHECK (octet_length(request) <= 65536),
  PRIMARY KEY (till, epoch, sequence)
);

CREATE INDEX personal_age ON kaunta.personal (shop, arrived);
CREATE INDEX personal_payment ON kaunta.personal (payment);
-- A short ending has many rows: their newest are found without reading the table.
CREATE INDEX personal_phone ON kaunta.personal (shop, phone_reversed, arrived DESC) INCLUDE (till, payment);

-- Each payment as its till last said it is: what the other tills and the owner see. `state` is the whole of it
-- without the customer's data; the other columns are there to be searched and added up.
CREATE TABLE kaunta.payment (
  till text COLLATE "C" NOT NULL,
  epoch integer NOT NULL,
  payment text COLLATE "C" NOT NULL CHECK (octet_length(payment) <= 64),
  shop text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  -- As the till ships it, by the payment service's clock; never after it came here.
  recorded_at timestamptz NOT NULL,
  -- When it came here first, and last.
  arrived timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  channel text NOT NULL CHECK (octet_length(channel) <= 64),
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL CHECK (octet_length(currency) <= 64),
  status text NOT NULL CHECK (octet_length(status) <= 64),
  exception text NOT NULL CHECK (octet_length(exception) <= 64),
  resolution text CHECK (octet_length(resolution) <= 64),
  -- It waits for an answer, and a person is asked about it (`shared/sale/asking.ts`): it is kept however old it is.
  open boolean NOT NULL,
  to_do boolean NOT NULL DEFAULT false,
  -- What its sale lacks.
  missing bigint NOT NULL DEFAULT 0,
  -- Its money whose arrival is not known. A sale has no more of it than it lacks.
  unknown bigint NOT NULL DEFAULT 0 CHECK (unknown >= 0),
  -- A machine said it after it was replaced: a row of its own, next to what the machine said before. Stored and shown
  -- as that, it claims nothing and counts as unknown.
  late boolean NOT NULL,
  -- What the shop's day counts it as without money: a person's word, or `none`.
  blocks text[] NOT NULL DEFAULT '{}' CHECK (pg_column_size(blocks) <= 1024),
  reference text COLLATE "C" CHECK (octet_length(reference) <= 2048),
  -- When the reference came here first: it belongs to the till that had it first.
  referenced_at timestamptz,
  -- Goods were handed over for it by the machine of this row: when, and who was signed in ('' on a till without
  -- people).
  claimed_at timestamptz,
  claimed_by text CHECK (octet_length(claimed_by) <= 512),
  state bytea NOT NULL CHECK (octet_length(state) <= 65536),
  PRIMARY KEY (till, epoch, payment, late)
);

-- But for the last, none has what a payment changes: its row is then changed in its place.
CREATE INDEX payment_newest ON kaunta.payment (shop, recorded_at DESC);
CREATE INDEX payment_amount ON kaunta.payment (shop, amount, recorded_at DESC);
CREATE INDEX payment_of_id ON kaunta.payment (payment);
CREATE INDEX payment_reference ON kaunta.payment (reference) WHERE reference IS NOT NULL;
CREATE INDEX payment_age ON kaunta.payment USING brin (arrived);
CREATE INDEX payment_to_do ON kaunta.payment (shop, recorded_at) WHERE to_do;

-- Money that moved, as the till's ledger has it (`shared/sale/entry.ts`): never changed. `number` is the ledger's own.
-- A machine that took a lost till's place ships all entries of a payment that goes on there, under its own epoch.
CREATE TABLE kaunta.entry (
  till text COLLATE "C" NOT NULL,
  epoch integer NOT NULL,
  number bigint NOT NULL CHECK (number > 0),
  shop text COLLATE "C" NOT NULL,
  payment text COLLATE "C" NOT NULL CHECK (octet_length(payment) <= 64),
  period bigint NOT NULL,
  -- As `recorded_at` of a payment.
  at timestamptz NOT NULL,
  arrived timestamptz NOT NULL,
  person text CHECK (octet_length(person) <= 64),
  person_name text CHECK (octet_length(person_name) <= 512),
  direction text NOT NULL CHECK (direction IN ('in', 'out')),
  way text NOT NULL CHECK (way IN ('service', 'cash', 'said')),
  currency text NOT NULL CHECK (octet_length(currency) <= 64),
  value bigint NOT NULL CHECK (value > 0),
  late boolean,
  received bigint,
  why text CHECK (octet_length(why) <= 64),
  worth bigint,
  undoes bigint,
  PRIMARY KEY (till, epoch, number)
);

CREATE INDEX entry_newest ON kaunta.entry (shop, at);
CREATE INDEX entry_of_payment ON kaunta.entry (till, payment);
CREATE INDEX entry_of_period ON kaunta.entry (till, period);
CREATE INDEX entry_age ON kaunta.entry USING brin (arrived);

-- Cash that moved without a sale: what staff put into a drawer and took out of it. Why and who is in the link alone.
CREATE TABLE kaunta.drawer (
  till text COLLATE "C" NOT NULL,
  epoch integer NOT NULL,
  number bigint NOT NULL CHECK (number > 0),
  shop text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  arrived timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('float', 'pay-in', 'pay-out')),
  currency text NOT NULL CHECK (octet_length(currency) <= 64),
  value bigint NOT NULL CHECK (value >= 0),
  PRIMARY KEY (till, epoch, number)
);

CREATE INDEX drawer_newest ON kaunta.drawer (shop, at);
CREATE INDEX drawer_age ON kaunta.drawer USING brin (arrived);

-- Goods were handed over twice for one reference, as when this database was away: a row for each of the two.
CREATE TABLE kaunta.handed_over_twice (
  till text COLLATE "C" NOT NULL,
  payment text COLLATE "C" NOT NULL,
  other_till text COLLATE "C" NOT NULL,
  other_payment text COLLATE "C" NOT NULL,
  shop text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  -- The other till's name where it is of the same shop, else ''; likewise who.
  other_name text NOT NULL,
  person text NOT NULL,
  at timestamptz NOT NULL,
  noticed timestamptz NOT NULL,
  PRIMARY KEY (till, payment, other_till, other_payment)
);

-- One live prompt a phone number and merchant account, across shops: `phone` is a keyed hash. `tills` is how many
-- use the account's rate limit, as counted last.
CREATE TABLE kaunta.account (
  account text COLLATE "C" PRIMARY KEY,
  phone_key bytea NOT NULL,
  tills integer NOT NULL DEFAULT 1,
  counted timestamptz NOT NULL DEFAULT '-infinity'
);

CREATE TABLE kaunta.push_lease (
  account text COLLATE "C" NOT NULL,
  phone bytea NOT NULL CHECK (octet_length(phone) <= 64),
  shop text COLLATE "C" NOT NULL,
  till text COLLATE "C" NOT NULL,
  payment text COLLATE "C" NOT NULL CHECK (octet_length(payment) <= 64),
  expires timestamptz NOT NULL,
  PRIMARY KEY (account, phone)
);

-- Which tills use a merchant account's rate limit at the moment.
CREATE TABLE kaunta.active (
  account text COLLATE "C" NOT NULL,
  till text COLLATE "C" NOT NULL,
  seen timestamptz NOT NULL,
  PRIMARY KEY (account, till)
);

-- What tills sign the webhook addresses of their payments with: a receiver takes no other callback.
CREATE TABLE kaunta.callback_key (one boolean PRIMARY KEY DEFAULT true CHECK (one), key bytea NOT NULL);
INSERT INTO kaunta.callback_key (key) VALUES (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

-- Callbacks that came for a till's payment. A hint: the till reads the status itself.
CREATE TABLE kaunta.hint (
  till text COLLATE "C" NOT NULL,
  payment text COLLATE "C" NOT NULL,
  shop text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (till, payment)
);

CREATE INDEX hint_of_till ON kaunta.hint (till, at);

-- For how many months all this is kept (customers' data may end sooner), and when somebody last tidied up.
CREATE TABLE kaunta.retention (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  months integer NOT NULL CHECK (months BETWEEN 1 AND 120),
  tidied timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO kaunta.retention (months) VALUES (24);

-- Who asks -----------------------------------------------------------------------------------------------

CREATE FUNCTION kaunta.me() RETURNS kaunta.member
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
DECLARE found kaunta.member;
BEGIN
  SELECT * INTO found FROM member WHERE role = session_user;
  IF found IS NULL THEN
    RAISE EXCEPTION 'role % is no member of a shop', session_user USING ERRCODE = '42501';
  END IF;
  RETURN found;
END $$;

-- A transaction that keeps its first snapshot would go on seeing a till that was replaced meanwhile.
CREATE FUNCTION kaunta.my_till() RETURNS kaunta.member
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
DECLARE found kaunta.member := me();
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'a till asks in read committed transactions' USING ERRCODE = '25000';
  END IF;
  IF found.kind <> 'till' THEN
    RAISE EXCEPTION 'role % is no till', session_user USING ERRCODE = '42501';
  END IF;
  RETURN found;
END $$;

CREATE FUNCTION kaunta.was_replaced(m kaunta.member) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
  SELECT m.epoch <> (SELECT epoch FROM till WHERE till.till = m.till)
$$;

-- A till that was replaced may ship what it has, and nothing else.
CREATE FUNCTION kaunta.selling_till() RETURNS kaunta.member
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
DECLARE found kaunta.member := my_till();
BEGIN
  IF was_replaced(found) THEN
    RAISE EXCEPTION 'this till was replaced by another machine' USING ERRCODE = 'KA001';
  END IF;
  RETURN found;
END $$;

-- The shops that the caller may read: none for a machine that was replaced.
CREATE FUNCTION kaunta.my_shops() RETURNS text[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
  SELECT array_agg(shop) FROM (
    SELECT m.shop FROM member AS m JOIN till AS t ON t.till = m.till AND t.epoch = m.epoch
    WHERE m.role = session_user AND m.kind = 'till'
    UNION
    SELECT m.shop FROM member AS m WHERE m.role = session_user AND m.kind = 'owner'
    UNION
    SELECT owned.shop FROM owned JOIN member USING (role)
    WHERE owned.role = session_user AND member.kind = 'owner'
  ) AS shops
$$;

-- Whether a machine in this place may be at work.
CREATE FUNCTION kaunta.heard_lately(t kaunta.till) RETURNS boolean
LANGUAGE sql STABLE AS $$ SELECT t.heard > clock_timestamp() - interval '5 minutes' $$;

-- What a till asks first: who it is here, how far it has shipped, whether it may still sell, and with which app.
-- `old_ended`: the login of the machine before it was ended. `pid`: behind a pooler it is not the connection's own.
CREATE FUNCTION kaunta.hello() RETURNS TABLE (
  shop text, shop_name text, mode text, till text, till_name text, epoch integer, selling_epoch integer,
  sequence bigint, link bytea, digest bytea, now timestamptz, schema integer, oldest_app integer,
  old_ended boolean, pid integer, channel text, heard_lately boolean, callback_key bytea
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
  SELECT s.shop, s.name, s.mode, m.till, t.name, m.epoch, t.epoch,
    coalesce(h.sequence, 0), coalesce(h.link, ''::bytea), coalesce(h.digest, ''::bytea), clock_timestamp(),
    (SELECT max(number) FROM schema_version), (SELECT version FROM oldest_app),
    NOT EXISTS (SELECT FROM member AS old
      WHERE old.till = m.till AND old.epoch = m.epoch - 1 AND NOT old.ended),
    pg_backend_pid(), CASE WHEN m.epoch = t.epoch THEN t.channel END, heard_lately(t),
    CASE WHEN m.epoch = t.epoch THEN (SELECT key FROM callback_key) END
  FROM my_till() AS m
  JOIN shop AS s ON s.shop = m.shop
  JOIN till AS t ON t.till = m.till
  LEFT JOIN head AS h ON h.till = m.till AND h.epoch = m.epoch
$$;

-- Shipping -----------------------------------------------------------------------------------------------

-- The bytes that a row's digest is made of: each part with its length, so that no two rows are the same bytes.
CREATE FUNCTION kaunta.digest_of(prior bytea, sequence bigint, subject text, first bigint, link bytea,
  bodies bytea[]) RETURNS bytea
LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(prior || int8send(sequence) || int8send(octet_length(subject)) || convert_to(subject, 'UTF8')
    || int8send(first) || int8send(octet_length(link)) || link
    || coalesce((SELECT string_agg(int8send(octet_length(body)) || body, ''::bytea ORDER BY place)
         FROM unnest(bodies) WITH ORDINALITY AS b (body, place)), ''::bytea))
$$;

-- Base64 texts of a JSON list as bytes, in their order; a JSON null is an empty one.
CREATE FUNCTION kaunta.bytes_of(list jsonb) RETURNS bytea[]
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(coalesce(decode(body, 'base64'), ''::bytea) ORDER BY place), '{}')
  FROM jsonb_array_elements_text(list) WITH ORDINALITY AS b (body, place)
$$;

-- Larger than any till's own: electron/main/shop/batch.ts has less. In Base64 four letters are three bytes.
CREATE FUNCTION kaunta.is_too_large(item jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT octet_length(item->>'bodies') > 351000 OR octet_length(item->>'subject') > 64
    OR octet_length(item->>'link') > 84 OR octet_length(item->>'personal') > 98304
    OR octet_length(item#>>'{personal,phoneReversed}') > 32 OR octet_length(item#>>'{personal,name}') > 1024
    OR octet_length(item#>>'{personal,request}') > 87380 OR octet_length(item#>>'{payment,state}') > 87380
    OR octet_length(item#>>'{payment,reference}') > 2048 OR octet_length(item#>>'{payment,channel}') > 64
    OR octet_length(item#>>'{payment,currency}') > 64 OR octet_length(item#>>'{payment,status}') > 64
    OR octet_length(item#>>'{payment,exception}') > 64 OR octet_length(item#>>'{payment,resolution}') > 64
    OR octet_length(item#>>'{payment,blocks}') > 512 OR octet_length(item->>'entries') > 65536
    OR octet_length(item->>'sale') > 65536
$$;

CREATE TYPE kaunta.shipped AS (
  sequence bigint, subject text, first bigint, link bytea, digest bytea, bodies bytea[], item jsonb
);

-- Takes links in order: sent at least once over the wire, stored exactly once. `answer`:
--   taken      everything before `next` is stored
--   gap        the batch begins after `next`: nothing was stored, send from there
--   forked     `next` is stored with another content, or does not follow on what is stored: nothing was stored
--   too-large  `next` is too large: nothing was stored; it is sent again without its content
-- A replaced machine may ship too, under its own epoch: facts about money are never refused. They are marked, and it
-- is told that it was `replaced`.
CREATE FUNCTION kaunta.ship(batch text) RETURNS TABLE (answer text, next bigint, replaced boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
#variable_conflict use_column
DECLARE
  m kaunta.member := my_till();
  h kaunta.head;
  items jsonb;
  rows kaunta.shipped[];
  moment timestamptz := clock_timestamp();
  last kaunta.shipped;
  wrong bigint;
BEGIN
  -- Before it is read: what is read takes ten times the memory.
  IF octet_length(batch) > 8388608 THEN
    RAISE EXCEPTION 'a batch has at most 8 MiB' USING ERRCODE = '54000';
  END IF;
  items := batch::jsonb;
  IF jsonb_array_length(items) > 2000 THEN
    RAISE EXCEPTION 'a batch has at most 2000 links' USING ERRCODE = '54000';
  END IF;
  INSERT INTO head (till, epoch, shop, sequence, link, digest, shipped_at)
    VALUES (m.till, m.epoch, m.shop, 0, ''::bytea, ''::bytea, moment) ON CONFLICT DO NOTHING;
  SELECT * INTO h FROM head WHERE till = m.till AND epoch = m.epoch FOR UPDATE;
  rows := ARRAY(
    SELECT ROW((item->>'sequence')::bigint, item->>'subject', (item->>'first')::bigint,
      decode(item->>'link', 'base64'), decode(item->>'digest', 'base64'), bytes_of(item->'bodies'),
      item)::shipped
    FROM jsonb_array_elements(items) AS item ORDER BY (item->>'sequence')::bigint);
  IF cardinality(rows) = 0 THEN RETURN QUERY SELECT 'taken', h.sequence + 1, was_replaced(m); RETURN; END IF;
  IF rows[1].sequence > h.sequence + 1 THEN RETURN QUERY SELECT 'gap', h.sequence + 1, was_replaced(m); RETURN; END IF;
  SELECT min(r.sequence) INTO wrong FROM unnest(rows) AS r WHERE r.sequence > h.sequence AND is_too_large(r.item);
  IF wrong IS NOT NULL THEN RETURN QUERY SELECT 'too-large', wrong, was_replaced(m); RETURN; END IF;

  -- Repeated numbers alone are compared, each by its key: a plan for all at once can read all that the till ever sent.
  IF rows[1].sequence <= h.sequence THEN
    SELECT min(r.sequence) INTO wrong FROM unnest(rows) AS r WHERE r.sequence <= h.sequence AND r.digest <> (
      SELECT e.digest FROM event AS e WHERE e.till = m.till AND e.epoch = m.epoch AND e.sequence = r.sequence LIMIT 1);
  END IF;
  IF wrong IS NULL THEN
    SELECT min(r.sequence) INTO wrong FROM (
      SELECT own.*, lag(own.digest, 1, h.digest) OVER w AS prior,
        lag(own.sequence, 1, h.sequence) OVER w AS before
      FROM unnest(rows) AS own WHERE own.sequence > h.sequence WINDOW w AS (ORDER BY own.sequence)
    ) AS r
    WHERE r.sequence <> r.before + 1
      OR r.digest <> digest_of(r.prior, r.sequence, r.subject, r.first, r.link, r.bodies);
  END IF;
  IF wrong IS NOT NULL THEN RETURN QUERY SELECT 'forked', wrong, was_replaced(m); RETURN; END IF;

  INSERT INTO event (till, epoch, sequence, shop, subject, first, link, digest, bodies, arrived)
    SELECT m.till, m.epoch, r.sequence, m.shop, r.subject, r.first, r.link, r.digest, r.bodies, moment
    FROM unnest(rows) AS r WHERE r.sequence > h.sequence;
  INSERT INTO personal (arrived, till, epoch, sequence, shop, payment, phone_reversed, name, bodies, request)
    SELECT moment, m.till, m.epoch, r.sequence, m.shop, r.subject,
      coalesce(r.item#>>'{personal,phoneReversed}', ''), coalesce(r.item#>>'{personal,name}', ''),
      bytes_of(r.item#>'{personal,bodies}'), decode(r.item#>>'{personal,request}', 'base64')
    FROM unnest(rows) AS r WHERE r.sequence > h.sequence AND jsonb_typeof(r.item->'personal') = 'object'
  ON CONFLICT DO NOTHING;
  PERFORM follow_payments(m, rows, h.sequence), follow_entries(m, rows, h.sequence),
    follow_drawer(m, rows, h.sequence);
  PERFORM follow_sales(m, rows, h.sequence);
  last := rows[cardinality(rows)];
  IF last.sequence > h.sequence THEN
    UPDATE head SET sequence = last.sequence, link = last.link, digest = last.digest, shipped_at = moment
      WHERE till = m.till AND epoch = m.epoch;
  END IF;
  RETURN QUERY SELECT 'taken', greatest(h.sequence, last.sequence) + 1, was_replaced(m);
END $$;

-- A machine that took a lost till's place rebuilt the ledger, of what was still kept: from here on the end of its own
-- stands for what was shipped before. Only before it ships its first link.
CREATE FUNCTION kaunta.adopt(own_link bytea, own_sequence bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
DECLARE m kaunta.member := selling_till();
BEGIN
  UPDATE head AS h SET link = own_link, sequence = own_sequence, base = own_sequence
    WHERE h.till = m.till AND h.epoch = m.epoch AND h.sequence IN (h.base, h.taken)
      AND NOT EXISTS (SELECT FROM event AS e WHERE e.till = m.till AND e.epoch = m.epoch);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'this machine has already shipped' USING ERRCODE = '42501';
  END IF;
END $$;

-- Gives a till's place to a new machine, which goes on after the last link that was shipped. For the administrator. A
-- batch that is being stored holds the row of `head`: it is waited for, and is the last one that is not late.
CREATE FUNCTION kaunta.replace_till(replaced text) RETURNS kaunta.till
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kaunta, pg_temp SET lock_timeout = '60s' AS $$
DECLARE
  t kaunta.till;
  h kaunta.head;
  moment timestamptz := clock_timestamp();
BEGIN
  UPDATE till SET epoch = epoch + 1, channel = new_channel(), spoke = NULL WHERE till = replaced RETURNING * INTO t;
  IF t IS NULL THEN RETURN NULL; END IF;
  INSERT INTO head (till, epoch, shop, sequence, link, digest, shipped_at)
    VALUES (t.till, t.epoch - 1, t.shop, 0, ''::bytea, ''::bytea, moment) ON CONFLICT DO NOTHING;
  SELECT * INTO h FROM head WHERE till = t.till AND epoch = t.epoch - 1 FOR UPDATE;
  INSERT INTO head (till, epoch, shop, base, taken, sequence, link, digest, shipped_at)
    VALUES (t.till, t.epoch, t.shop, h.sequence, h.sequence, h.sequence, h.link, h.digest, h.shipped_at);
  RETURN t;
END $$;

CREATE FUNCTION kaunta.account_of(m kaunta.member) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
  SELECT account FROM shop WHERE shop = m.shop
$$;

-- What may happen once a reference happens in turn: the tills of an account have a row each.
CREATE FUNCTION kaunta.lock_reference(account text, reference text) RETURNS void
LANGUAGE sql AS $$ SELECT pg_advisory_xact_lock(hashtextextended(account || E'\n' || reference, 0)) $$;

-- Keeps the entries of the payments in a batch. Each link brings all of its payment: those that are here stay as they
-- are. What a machine says after it was replaced counts as unknown, so its money is not kept.
CREATE FUNCTION kaunta.follow_entries(m kaunta.member, rows kaunta.shipped[], stored bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
  INSERT INTO entry (till, epoch, number, shop, payment, period, at, arrived, person, person_name, direction, way,
      currency, value, late, received, why, worth, undoes)
    SELECT m.till, m.epoch, (e->>'number')::bigint, m.shop, r.subject, (e->>'period')::bigint,
      least(to_timestamp((e->>'at')::bigint / 1000.0), clock_timestamp()), clock_timestamp(), e#>>'{person,id}',
      e#>>'{person,name}',
      e->>'direction', e->>'way', e->>'currency', (e->>'value')::bigint, (e->>'late')::boolean,
      (e->>'received')::bigint, e->>'why', (e->>'worth')::bigint, (e->>'undoes')::bigint
    FROM unnest(rows) AS r, jsonb_array_elements(r.item->'entries') AS e
    WHERE r.sequence > stored AND NOT was_replaced(m)
  ON CONFLICT DO NOTHING
$$;

-- The same of cash that moved without a sale.
CREATE FUNCTION kaunta.follow_drawer(m kaunta.member, rows kaunta.shipped[], stored bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
  INSERT INTO drawer (till, epoch, number, shop, at, arrived, kind, currency, value)
    SELECT m.till, m.epoch, r.first, m.shop, least(to_timestamp((d->>'at')::bigint / 1000.0), clock_timestamp()),
      clock_timestamp(), d->>'kind', d->>'currency', (d->>'value')::bigint
    FROM unnest(rows) AS r, LATERAL (SELECT r.item->'drawer') AS moved (d)
    WHERE r.subject = 'drawer' AND d IS NOT NULL AND r.sequence > stored AND NOT was_replaced(m)
  ON CONFLICT DO NOTHING
$$;

-- Keeps each payment as the last link of a batch says it is, and what was handed over while this database was away.
CREATE FUNCTION kaunta.follow_payments(m kaunta.member, rows kaunta.shipped[], stored bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
DECLARE
  is_late boolean := was_replaced(m);
  moment timestamptz := clock_timestamp();
  one record;
BEGIN
  INSERT INTO payment AS own (till, epoch, payment, shop, sequence, recorded_at, arrived, changed_at, channel, amount,
      currency, status, exception, resolution, open, late, blocks, reference, referenced_at, state)
    SELECT DISTINCT ON (r.subject) m.till, m.epoch, r.subject, m.shop, r.sequence,
      least(to_timestamp((s->>'recordedAt')::bigint / 1000.0), moment), moment, moment, s->>'channel',
      (s->>'amount')::bigint, s->>'currency', s->>'status', s->>'exception', s->>'resolution',
      coalesce((s->>'open')::boolean, true), is_late,
      ARRAY(SELECT jsonb_array_elements_text(coalesce(s->'blocks', '[]'))),
      s->>'reference', CASE WHEN s->>'reference' IS NOT NULL THEN moment END, decode(s->>'state', 'base64')
    FROM unnest(rows) AS r, LATERAL (SELECT r.item->'payment') AS said (s)
    WHERE r.sequence > stored AND jsonb_typeof(s) = 'object'
    ORDER BY r.subject, r.sequence DESC
  ON CONFLICT (till, epoch, payment, late) DO UPDATE SET sequence = excluded.sequence,
    changed_at = excluded.changed_at, status = excluded.status, exception = excluded.exception,
    resolution = excluded.resolution, open = excluded.open, blocks = excluded.blocks,
    reference = excluded.reference, state = excluded.state, referenced_at =
      CASE WHEN own.reference = excluded.reference THEN own.referenced_at ELSE excluded.referenced_at END;
  -- In the order of their names, so that two tills never wait for one another.
  FOR one IN
    SELECT DISTINCT r.subject, s->>'reference' AS reference, s->'handedOver' AS handed_over
    FROM unnest(rows) AS r, LATERAL (SELECT r.item->'payment') AS said (s)
    WHERE r.sequence > stored AND jsonb_typeof(s->'handedOver') = 'object' AND s->>'reference' IS NOT NULL
    ORDER BY 2, 1
  LOOP
    PERFORM lock_reference(account_of(m), one.reference);
    UPDATE payment SET claimed_at = to_timestamp((one.handed_over->>'at')::bigint / 1000.0),
        claimed_by = left(coalesce(one.handed_over->>'by', ''), 128)
      WHERE till = m.till AND epoch = m.epoch AND payment = one.subject AND late = is_late
        AND claimed_at IS NULL;
    IF FOUND THEN PERFORM note_twice(m, one.subject, one.reference); END IF;
  END LOOP;
END $$;

-- Marks what each payment of a batch's sales asks: another payment of its sale can change that. What a replaced machine
-- says is marked on its own rows alone.
CREATE FUNCTION kaunta.follow_sales(m kaunta.member, rows kaunta.shipped[], stored bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
  UPDATE payment AS own SET to_do = said.to_do, missing = said.missing, unknown = said.unknown
  FROM (
    SELECT DISTINCT ON (s->>'payment') s->>'payment' AS payment, (s->>'toDo')::boolean AS to_do,
      (s->>'missing')::bigint AS missing, coalesce((s->>'unknown')::bigint, 0) AS unknown
    FROM unnest(rows) AS r, jsonb_array_elements(r.item->'sale') AS s
    WHERE r.sequence > stored ORDER BY s->>'payment', r.sequence DESC
  ) AS said
  WHERE own.payment = said.payment AND own.till = m.till AND own.late = was_replaced(m)
    AND (own.epoch = m.epoch OR NOT own.late)
    AND (own.to_do, own.missing, own.unknown) <> (said.to_do, said.missing, said.unknown)
$$;

-- Every machine that handed over goods for a reference, of all shops of the account.
CREATE FUNCTION kaunta.claims_of(wanted_account text, wanted_reference text) RETURNS SETOF kaunta.payment
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
  SELECT s.* FROM payment AS s JOIN shop ON shop.shop = s.shop AND shop.account = wanted_account
  WHERE s.reference = wanted_reference AND s.claimed_at IS NOT NULL
$$;

-- Names a hand-over with each other one of the same reference, on both tills.
CREATE FUNCTION kaunta.note_twice(m kaunta.member, handed_payment text, handed_reference text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
  WITH claims AS (SELECT * FROM claims_of(account_of(m), handed_reference)),
  pairs AS (
    SELECT one, other FROM claims AS one, claims AS other
    WHERE one.till = m.till AND one.payment = handed_payment AND one.epoch = m.epoch
      AND (other.till, other.payment, other.epoch) <> (one.till, one.payment, one.epoch)
  )
  INSERT INTO handed_over_twice (till, payment, other_till, other_payment, shop, reference, other_name, person, at,
      noticed)
    SELECT (p.one).till, (p.one).payment, (p.other).till, (p.other).payment, (p.one).shop, handed_reference,
      CASE WHEN t.shop = (p.one).shop THEN t.name ELSE '' END,
      CASE WHEN t.shop = (p.one).shop THEN (p.other).claimed_by ELSE '' END, (p.other).claimed_at, now()
    FROM (SELECT one, other FROM pairs UNION SELECT other, one FROM pairs) AS p (one, other)
    JOIN till AS t ON t.till = (p.other).till
    -- Of two machines of one till the newer one is told: the older one reads nothing.
    WHERE (p.one).till <> (p.other).till OR (p.one).payment <> (p.other).payment OR (p.one).epoch > (p.other).epoch
  ON CONFLICT DO NOTHING
$$;

-- Where the tills meet ------------------------------------------------------------------------------------

-- The key that phone numbers are hashed with: the same for every till of the merchant account.
CREATE FUNCTION kaunta.phone_key() RETURNS bytea
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
DECLARE wanted text := account_of(selling_till());
BEGIN
  INSERT INTO account (account, phone_key)
    VALUES (wanted, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())))
    ON CONFLICT DO NOTHING;
  RETURN (SELECT account.phone_key FROM account WHERE account.account = wanted);
END $$;

-- Asks for the one live prompt of a phone number. One statement: a lost answer is asked again with the same
-- arguments. `holder` is the name of the till that has it, where it is one of the same shop. No till asks for longer
-- than its settings allow: an hour to go out by itself, 45 s for the call and an hour for the prompt.
CREATE FUNCTION kaunta.lease(wanted_phone bytea, wanted_payment text, milliseconds integer)
RETURNS TABLE (granted boolean, holder text, left_ms integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
#variable_conflict use_column
DECLARE
  m kaunta.member := selling_till();
  wanted_until timestamptz := clock_timestamp() + least(milliseconds, 7245000) * interval '1 millisecond';
BEGIN
  RETURN QUERY
    WITH held AS (
      INSERT INTO push_lease AS l (account, phone, shop, till, payment, expires)
        VALUES (account_of(m), wanted_phone, m.shop, m.till, wanted_payment, wanted_until)
      ON CONFLICT (account, phone) DO UPDATE SET
        shop = CASE WHEN l.expires <= clock_timestamp() OR l.till = m.till THEN m.shop ELSE l.shop END,
        till = CASE WHEN l.expires <= clock_timestamp() OR l.till = m.till THEN m.till ELSE l.till END,
        payment = CASE WHEN l.expires <= clock_timestamp() OR l.till = m.till THEN wanted_payment ELSE l.payment END,
        expires = CASE WHEN l.expires <= clock_timestamp() OR l.till = m.till
          THEN wanted_until ELSE l.expires END
      RETURNING l.*
    )
    SELECT held.payment = wanted_payment AND held.till = m.till,
      coalesce((SELECT name FROM till WHERE till.till = held.till AND held.shop = m.shop), ''),
      greatest(0, extract(epoch FROM held.expires - clock_timestamp()) * 1000)::integer
    FROM held;
END $$;

-- The prompt is over. Repeating it, or releasing another payment's lease, changes nothing.
CREATE FUNCTION kaunta.release(leased_phone bytea, leased_payment text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
DECLARE m kaunta.member := selling_till();
BEGIN
  DELETE FROM push_lease AS l
    WHERE l.account = account_of(m) AND l.phone = leased_phone AND l.payment = leased_payment AND l.till = m.till;
END $$;

-- Goods are handed over once a sale (money rule 11), which the references of all its payments stand for: they are locked in
-- one order. `answer`:
--   granted        no other payment had goods for this reference, and no other machine of this till for one of the sale's;
--                  none can from now on
--   handed-over    one had; which till of the same shop, who and when
--   of-other-till  another till shipped this reference first: it is that till's payment
--   not-shipped    this till has not shipped this reference as that payment's: a claim needs the payment
-- What a replaced machine ships claims nothing.
CREATE FUNCTION kaunta.hand_over(paid_reference text, paid_payment text, by_person text, sale_references text[])
RETURNS TABLE (answer text, till_name text, person text, at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
#variable_conflict use_column
DECLARE
  m kaunta.member := selling_till();
  own_account text := account_of(m);
  own kaunta.payment;
  other kaunta.payment;
  reason text := 'handed-over';
BEGIN
  PERFORM lock_reference(own_account, asked.reference)
    FROM (SELECT DISTINCT reference FROM unnest(sale_references || paid_reference) AS reference ORDER BY reference) AS asked;
  SELECT * INTO own FROM payment AS s WHERE s.payment = paid_payment AND s.till = m.till
    AND s.reference = paid_reference AND NOT s.late ORDER BY s.epoch DESC LIMIT 1;
  IF own IS NULL THEN RETURN QUERY SELECT 'not-shipped', '', '', NULL::timestamptz; RETURN; END IF;
  -- It belongs to this till since its first machine shipped it.
  SELECT min(s.referenced_at) INTO own.referenced_at FROM payment AS s
    WHERE s.payment = paid_payment AND s.till = m.till AND s.reference = paid_reference AND NOT s.late;
  SELECT c.* INTO other FROM unnest(sale_references || paid_reference) AS asked, claims_of(own_account, asked) AS c
    WHERE NOT c.late AND CASE c.reference
      -- What a till says of another till's reference does not take that till's goods from its customer.
      WHEN paid_reference THEN (c.till, c.payment, c.epoch) <> (m.till, paid_payment, m.epoch)
        AND (c.till = m.till OR c.referenced_at <= own.referenced_at)
      -- What this machine handed over is in its own ledger: a claim alone may be a press that a power cut ended.
      ELSE c.till = m.till AND c.epoch <> m.epoch END
    ORDER BY c.claimed_at LIMIT 1;
  IF other.till IS NULL THEN
    reason := 'of-other-till';
    SELECT s.* INTO other FROM payment AS s JOIN shop ON shop.shop = s.shop AND shop.account = own_account
      WHERE s.reference = paid_reference AND NOT s.late AND s.till <> m.till
        AND s.referenced_at < own.referenced_at
      ORDER BY s.referenced_at LIMIT 1;
  END IF;
  IF other.till IS NOT NULL THEN
    RETURN QUERY SELECT reason,
      coalesce((SELECT t.name FROM till AS t WHERE t.till = other.till AND t.shop = m.shop), ''),
      CASE WHEN other.shop = m.shop THEN coalesce(other.claimed_by, '') ELSE '' END,
      coalesce(other.claimed_at, other.referenced_at);
    RETURN;
  END IF;
  -- A machine that took a lost till's place has a row of its own from here on: the old one may still ship its own.
  own.epoch := m.epoch;
  own.claimed_at := clock_timestamp();
  own.claimed_by := left(by_person, 128);
  INSERT INTO payment AS s SELECT own.* ON CONFLICT (till, epoch, payment, late)
    DO UPDATE SET claimed_at = coalesce(s.claimed_at, excluded.claimed_at), claimed_by = excluded.claimed_by;
  PERFORM note_twice(m, paid_payment, paid_reference);
  RETURN QUERY SELECT 'granted', '', '', NULL::timestamptz;
END $$;

-- What a till asks once a minute, and all that it asks while nothing happens. `since`: `now` of the last answer. For a
-- machine that was replaced it says only that. `busy`: it uses its account's rate limit at the moment. `in_step`: its
-- ledger goes on from what is stored here, which a copy of the machine cannot say. `of_itself`: `behind` (left out while
-- it does not know), `months`, `version` and `waiting` of its row.
--   hints   payments that callbacks came for, and when (ms). By the time, with some overlap: after a restore numbers would go back,
--           and a server that took over may have another clock
--   twice   this till's payments whose reference had goods handed over twice
CREATE FUNCTION kaunta.beat(since timestamptz, busy boolean, in_step boolean DEFAULT false,
  of_itself jsonb DEFAULT '{}')
RETURNS TABLE (now timestamptz, selling_epoch integer, sequence bigint, tills integer, hints jsonb, twice jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
#variable_conflict use_column
DECLARE
  m kaunta.member := my_till();
  own_account text := account_of(m);
  is_replaced boolean := was_replaced(m);
  others integer;
BEGIN
  IF NOT is_replaced THEN
    UPDATE till SET heard = CASE WHEN in_step THEN clock_timestamp() ELSE heard END,
      spoke = clock_timestamp(), behind = coalesce((of_itself->>'behind')::bigint, behind),
      months = (of_itself->>'months')::integer, version = of_itself->>'version',
      waiting = (of_itself->>'waiting')::bigint
    WHERE till = m.till;
  END IF;
  IF busy AND NOT is_replaced THEN
    INSERT INTO active (account, till, seen) VALUES (own_account, m.till, clock_timestamp())
      ON CONFLICT (account, till) DO UPDATE SET seen = excluded.seen;
    -- Counted by one till, once a minute.
    UPDATE account SET counted = clock_timestamp(), tills = (SELECT count(*) FROM active AS a
        WHERE a.account = own_account AND a.seen > clock_timestamp() - interval '2 minutes')
      WHERE account = own_account AND counted < clock_timestamp() - interval '1 minute';
  END IF;
  SELECT a.tills INTO others FROM account AS a WHERE a.account = own_account;
  RETURN QUERY SELECT clock_timestamp(), (SELECT epoch FROM till WHERE till = m.till),
    (SELECT h.sequence FROM head AS h WHERE h.till = m.till AND h.epoch = m.epoch),
    greatest(1, coalesce(others, 1)),
    CASE WHEN is_replaced THEN '[]'::jsonb ELSE (
      SELECT coalesce(jsonb_agg(jsonb_build_object('payment', h.payment,
        'at', (extract(epoch FROM h.at) * 1000)::bigint) ORDER BY h.at), '[]')
      FROM (SELECT * FROM hint AS one WHERE one.till = m.till AND one.at > greatest(
          least(since, clock_timestamp()) - interval '10 seconds', clock_timestamp() - interval '1 hour')
        ORDER BY one.at LIMIT 500) AS h) END,
    CASE WHEN is_replaced THEN '[]'::jsonb ELSE (
      SELECT coalesce(jsonb_agg(jsonb_build_object('payment', t.payment, 'reference', t.reference, 'till', t.other_name,
        'person', t.person, 'at', (extract(epoch FROM t.at) * 1000)::bigint) ORDER BY t.noticed), '[]')
      FROM (SELECT * FROM handed_over_twice WHERE till = m.till AND noticed > clock_timestamp() - interval '7 days'
        ORDER BY noticed DESC LIMIT 20) AS t) END;
END $$;

-- Callbacks (§6) -----------------------------------------------------------------------------------------

CREATE FUNCTION kaunta.my_receiver() RETURNS kaunta.member
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
DECLARE found kaunta.member := me();
BEGIN
  IF found.kind <> 'receiver' THEN
    RAISE EXCEPTION 'role % is no receiver', session_user USING ERRCODE = '42501';
  END IF;
  RETURN found;
END $$;

-- What a receiver knows a till's callbacks by.
CREATE FUNCTION kaunta.receiver_key() RETURNS bytea
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
  SELECT key FROM callback_key, my_receiver()
$$;

-- Callbacks came for these payments, as their addresses say. Keeps a hint for each till whose payment it is, and
-- returns them all; a payment that no shop of this receiver has is not in it. The receiver notifies on each till's
-- channel, without saying of what, after this statement's commit: a NOTIFY in the same transaction would serialise the writers.
CREATE FUNCTION kaunta.callback(called text[]) RETURNS TABLE (payment text, channel text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
#variable_conflict use_column
BEGIN
  PERFORM my_receiver();
  IF cardinality(called) > 500 THEN
    RAISE EXCEPTION 'at most 500 callbacks at a time' USING ERRCODE = '54000';
  END IF;
  RETURN QUERY
    WITH hinted AS (
      INSERT INTO hint AS own (till, payment, shop, at)
        SELECT DISTINCT s.till, s.payment, s.shop, statement_timestamp()
        FROM payment AS s JOIN owned AS o ON o.shop = s.shop AND o.role = session_user
        WHERE s.payment = ANY (called)
      ON CONFLICT (till, payment) DO UPDATE SET at = excluded.at
      RETURNING own.*
    )
    SELECT h.payment, t.channel FROM hinted AS h JOIN till AS t ON t.till = h.till;
END $$;

-- Upkeep -------------------------------------------------------------------------------------------------

-- How many rows of one kind are deleted at a time.
CREATE FUNCTION kaunta.tidy_batch() RETURNS integer LANGUAGE sql IMMUTABLE AS $$ SELECT 500 $$;

-- Any till calls it once a day, again and again until it says 0: each call deletes a small batch of what is too old, and
-- waits at most 200 ms for anybody else. What belongs to an open payment is kept. Returns how many rows it deleted.
CREATE FUNCTION kaunta.tidy() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kaunta, pg_temp SET lock_timeout = '200ms' AS $$
DECLARE
  moment timestamptz := clock_timestamp();
  r kaunta.retention;
  oldest timestamptz;
  deleted integer := 0;
  gone_now integer;
BEGIN
  IF was_replaced(my_till()) OR NOT pg_try_advisory_xact_lock(hashtext('kaunta tidy')) THEN RETURN 0; END IF;
  SELECT * INTO r FROM retention;
  IF r.tidied > moment - interval '20 hours' THEN RETURN 0; END IF;
  oldest := moment - r.months * interval '1 month';
  DELETE FROM personal WHERE ctid = ANY (ARRAY(
    SELECT p.ctid FROM personal AS p
    -- The shortest that a till of the shop keeps it.
    JOIN (SELECT shop, least(min(months), r.months) AS months FROM till GROUP BY shop) AS kept ON kept.shop = p.shop
    WHERE p.arrived < moment - kept.months * interval '1 month' AND NOT is_open(p.till, p.payment)
    LIMIT tidy_batch() FOR UPDATE OF p SKIP LOCKED));
  GET DIAGNOSTICS gone_now = ROW_COUNT; deleted := deleted + gone_now;
  WITH gone AS (
    DELETE FROM event WHERE ctid = ANY (ARRAY(
      SELECT e.ctid FROM event AS e WHERE e.arrived < oldest AND NOT is_open(e.till, e.subject)
      LIMIT tidy_batch() FOR UPDATE SKIP LOCKED))
    RETURNING till, epoch, sequence
  ), marked AS (
    UPDATE head SET dropped = greatest(dropped, g.sequence)
    FROM (SELECT till, epoch, max(sequence) AS sequence FROM gone GROUP BY till, epoch) AS g
    WHERE head.till = g.till AND head.epoch = g.epoch
  )
  SELECT count(*) INTO gone_now FROM gone;
  deleted := deleted + gone_now;
  DELETE FROM payment WHERE ctid = ANY (ARRAY(
    SELECT p.ctid FROM payment AS p WHERE p.arrived < oldest AND NOT is_open(p.till, p.payment)
    LIMIT tidy_batch() FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS gone_now = ROW_COUNT; deleted := deleted + gone_now;
  DELETE FROM entry WHERE ctid = ANY (ARRAY(
    SELECT e.ctid FROM entry AS e WHERE e.arrived < oldest AND NOT is_open(e.till, e.payment)
    LIMIT tidy_batch() FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS gone_now = ROW_COUNT; deleted := deleted + gone_now;
  DELETE FROM drawer WHERE ctid = ANY (ARRAY(
    SELECT d.ctid FROM drawer AS d WHERE d.arrived < oldest LIMIT tidy_batch() FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS gone_now = ROW_COUNT; deleted := deleted + gone_now;
  IF deleted > 0 THEN RETURN deleted; END IF;
  DELETE FROM handed_over_twice WHERE noticed < oldest;
  DELETE FROM push_lease WHERE expires < moment - interval '1 day';
  DELETE FROM hint WHERE at < moment - interval '1 day';
  DELETE FROM active WHERE seen < moment - interval '1 day';
  UPDATE retention SET tidied = moment;
  RETURN 0;
END $$;

-- Waits for an answer or for a person, as the last of its machines said.
CREATE FUNCTION kaunta.is_open(of_till text, of_payment text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
  SELECT coalesce((SELECT p.open OR p.to_do FROM payment AS p WHERE p.payment = of_payment AND p.till = of_till
    ORDER BY p.late, p.epoch DESC LIMIT 1), false)
$$;

-- Rights -------------------------------------------------------------------------------------------------

DO $$
DECLARE readable text;
BEGIN
  FOREACH readable IN ARRAY ARRAY['shop', 'till', 'head', 'event', 'personal', 'payment', 'entry', 'drawer',
    'handed_over_twice']
  LOOP
    EXECUTE format('ALTER TABLE kaunta.%I ENABLE ROW LEVEL SECURITY', readable);
    -- An owner's login is on computers outside the shop: it reads nothing of the customers.
    EXECUTE format('CREATE POLICY own_shops ON kaunta.%I FOR SELECT TO kaunta_member
      USING (shop = ANY ((SELECT kaunta.my_shops())::text[]) %s)', readable,
      CASE readable WHEN 'personal' THEN 'AND (SELECT kaunta.me()).till IS NOT NULL' ELSE '' END);
    EXECUTE format('GRANT SELECT %s ON kaunta.%I TO kaunta_member',
      CASE readable WHEN 'till' THEN '(till, shop, name, epoch, behind, spoke, waiting)' ELSE '' END, readable);
  END LOOP;
END $$;

GRANT USAGE ON SCHEMA kaunta TO kaunta_member;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA kaunta FROM PUBLIC;
GRANT EXECUTE ON FUNCTION kaunta.me(), kaunta.my_shops(), kaunta.hello(), kaunta.ship(text),
  kaunta.adopt(bytea, bigint), kaunta.phone_key(), kaunta.lease(bytea, text, integer), kaunta.release(bytea, text),
  kaunta.hand_over(text, text, text, text[]), kaunta.beat(timestamptz, boolean, boolean, jsonb),
  kaunta.receiver_key(), kaunta.callback(text[]), kaunta.tidy(),
  kaunta.bytes_in(bytea[])
  TO kaunta_member;
