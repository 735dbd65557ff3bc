-- Version 1 of the shop database (DESIGN §14). PostgreSQL 15 or newer. The runner executes this file in one
-- transaction as the administrator.
--
-- Who may do what:
--   kaunta_owner   owns everything below; nobody logs in with it.
--   kaunta_member  what every role of a till, an owner or a receiver is granted: read by row-level security,
--                  write through the functions only.
-- Row-level security is not forced: the functions run as kaunta_owner, which has to pass it.

SET LOCAL ROLE kaunta_owner;

-- One shop takes one kind of payments: practice data never stands beside real money. `account` is the merchant
-- account at the payment service, by a name of the administrator's: two shops may share one.
CREATE TABLE kaunta.shop (
  shop text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  account text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('practice', 'sandbox', 'production'))
);

-- `epoch` is the machine that may sell as this till: a replaced machine has an older one.
CREATE TABLE kaunta.till (
  till text COLLATE "C" PRIMARY KEY,
  shop text COLLATE "C" NOT NULL REFERENCES kaunta.shop,
  name text NOT NULL,
  epoch integer NOT NULL DEFAULT 1 CHECK (epoch > 0),
  UNIQUE (shop, name)
);

-- Who a login role is. Never decided by a setting that a client can change.
CREATE TABLE kaunta.member (
  role name PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('till', 'owner', 'receiver')),
  shop text COLLATE "C" NOT NULL REFERENCES kaunta.shop,
  till text COLLATE "C" REFERENCES kaunta.till,
  epoch integer,
  CHECK ((kind = 'till') = (till IS NOT NULL AND epoch IS NOT NULL))
);

-- An owner may see several shops.
CREATE TABLE kaunta.owned (
  role name NOT NULL REFERENCES kaunta.member,
  shop text COLLATE "C" NOT NULL REFERENCES kaunta.shop,
  PRIMARY KEY (role, shop)
);

-- How far the ledger of each machine has been shipped.
CREATE TABLE kaunta.head (
  till text COLLATE "C" NOT NULL REFERENCES kaunta.till,
  epoch integer NOT NULL,
  shop text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  -- The value of that link in the till's own chain: a ledger that has another one there was changed, or forked.
  link bytea NOT NULL,
  digest bytea NOT NULL,
  shipped_at timestamptz NOT NULL,
  PRIMARY KEY (till, epoch)
);

-- A row is one link of a till's hash chain: one transaction of its ledger, with the exact bytes of the
-- events (`bodies`) of one sale (`subject`) or of one cash-up. A month is no part of the key: the same
-- sequence could be taken twice then. `digest` is the SHA-256 over the digest before it and this row.
CREATE TABLE kaunta.event (
  till text COLLATE "C" NOT NULL,
  epoch integer NOT NULL,
  sequence bigint NOT NULL,
  shop text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  first bigint NOT NULL,
  link bytea NOT NULL,
  digest bytea NOT NULL,
  bodies bytea[] NOT NULL,
  arrived timestamptz NOT NULL,
  PRIMARY KEY (till, epoch, sequence)
) PARTITION BY HASH (till);

DO $$
BEGIN
  FOR part IN 0..7 LOOP
    EXECUTE format('CREATE TABLE kaunta.event_%s PARTITION OF kaunta.event
      FOR VALUES WITH (MODULUS 8, REMAINDER %s)', part, part);
  END LOOP;
END $$;

CREATE INDEX event_subject ON kaunta.event (till, subject, first);

-- What the events say of a customer, and the bytes of the request. Partitions by the month of arrival are
-- dropped when the retention is over: deleted rows would leave their bytes in the file.
CREATE TABLE kaunta.personal (
  arrived timestamptz NOT NULL,
  till text COLLATE "C" NOT NULL,
  epoch integer NOT NULL,
  sequence bigint NOT NULL,
  shop text COLLATE "C" NOT NULL,
  sale text COLLATE "C" NOT NULL,
  phone_reversed text COLLATE "C" NOT NULL,
  name text NOT NULL,
  bodies bytea[] NOT NULL,
  request bytea,
  PRIMARY KEY (arrived, till, epoch, sequence)
) PARTITION BY RANGE (arrived);

CREATE INDEX personal_of_event ON kaunta.personal (till, epoch, sequence);
CREATE INDEX personal_sale ON kaunta.personal (sale);
-- A short ending has many rows: their newest are found without reading the table.
CREATE INDEX personal_phone ON kaunta.personal (shop, phone_reversed, arrived DESC) INCLUDE (till, sale);

-- Each sale as its till last said it is: what the other tills and the owner see. `state` is the whole of it
-- without the customer's data; the other columns are there to be searched and added up.
CREATE TABLE kaunta.sale (
  till text COLLATE "C" NOT NULL,
  epoch integer NOT NULL,
  sale text COLLATE "C" NOT NULL,
  shop text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  recorded_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  channel text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  exception text NOT NULL,
  resolution text,
  -- What the shop's day counts it as: `confirmed`, a person's word, `unknown` or `none`.
  blocks text[] NOT NULL DEFAULT '{}',
  reference text COLLATE "C",
  state bytea NOT NULL,
  PRIMARY KEY (till, epoch, sale)
);

CREATE INDEX sale_newest ON kaunta.sale (shop, recorded_at DESC);
CREATE INDEX sale_amount ON kaunta.sale (shop, amount, recorded_at DESC);
CREATE INDEX sale_changed ON kaunta.sale (shop, changed_at DESC);
CREATE INDEX sale_of_id ON kaunta.sale (sale);
CREATE INDEX sale_reference ON kaunta.sale (reference) WHERE reference IS NOT NULL;

-- One live prompt a phone number and merchant account, across shops: `phone` is a keyed hash.
CREATE TABLE kaunta.account (
  account text COLLATE "C" PRIMARY KEY,
  phone_key bytea NOT NULL
);

CREATE TABLE kaunta.push_lease (
  account text COLLATE "C" NOT NULL,
  phone bytea NOT NULL,
  shop text COLLATE "C" NOT NULL,
  till text COLLATE "C" NOT NULL,
  sale text COLLATE "C" NOT NULL,
  expires timestamptz NOT NULL,
  PRIMARY KEY (account, phone)
);

-- Goods are handed over once a reference (money rule 11), whichever till is asked.
CREATE TABLE kaunta.hand_over (
  account text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  shop text COLLATE "C" NOT NULL,
  till text COLLATE "C" NOT NULL,
  -- The machine: one that took a lost till's place is another.
  epoch integer NOT NULL,
  sale text COLLATE "C" NOT NULL,
  -- Whom the till knew as signed in; '' on a till without people.
  person text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (account, reference)
);

-- Which tills use a merchant account's rate limit at the moment.
CREATE TABLE kaunta.active (
  account text COLLATE "C" NOT NULL,
  till text COLLATE "C" NOT NULL,
  seen timestamptz NOT NULL,
  PRIMARY KEY (account, till)
);

-- Callbacks that came for a till's sale. A hint: the till reads the status itself. `number` rises with each.
CREATE TABLE kaunta.hint (
  till text COLLATE "C" NOT NULL,
  sale text COLLATE "C" NOT NULL,
  shop text COLLATE "C" NOT NULL,
  number bigint NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (till, sale)
);

CREATE INDEX hint_of_till ON kaunta.hint (till, number);

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

CREATE FUNCTION kaunta.my_till() RETURNS kaunta.member
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
DECLARE found kaunta.member := me();
BEGIN
  IF found.kind <> 'till' THEN
    RAISE EXCEPTION 'role % is no till', session_user USING ERRCODE = '42501';
  END IF;
  RETURN found;
END $$;

-- A till that was replaced may ship what it has, and nothing else.
CREATE FUNCTION kaunta.selling_till() RETURNS kaunta.member
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
DECLARE found kaunta.member := my_till();
BEGIN
  IF found.epoch <> (SELECT epoch FROM till WHERE till.till = found.till) THEN
    RAISE EXCEPTION 'this till was replaced by another machine' USING ERRCODE = 'KA001';
  END IF;
  RETURN found;
END $$;

CREATE FUNCTION kaunta.my_shops() RETURNS text[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
  SELECT array_agg(shop) FROM (
    SELECT shop FROM member WHERE role = session_user AND kind IN ('till', 'owner')
    UNION
    SELECT owned.shop FROM owned JOIN member USING (role)
    WHERE owned.role = session_user AND member.kind = 'owner'
  ) AS shops
$$;

-- What a till asks first: who it is here, how far it has shipped, and whether it may still sell.
CREATE FUNCTION kaunta.hello() RETURNS TABLE (
  shop text, shop_name text, mode text, till text, till_name text, epoch integer, selling_epoch integer,
  sequence bigint, link bytea, digest bytea, now timestamptz
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
  SELECT s.shop, s.name, s.mode, m.till, t.name, m.epoch, t.epoch,
    coalesce(h.sequence, 0), coalesce(h.link, ''::bytea), coalesce(h.digest, ''::bytea), clock_timestamp()
  FROM my_till() AS m
  JOIN shop AS s ON s.shop = m.shop
  JOIN till AS t ON t.till = m.till
  LEFT JOIN head AS h ON h.till = m.till AND h.epoch = m.epoch
$$;

-- Shipping -----------------------------------------------------------------------------------------------

CREATE FUNCTION kaunta.month_of(moment timestamptz) RETURNS date
LANGUAGE sql IMMUTABLE AS $$ SELECT date_trunc('month', moment AT TIME ZONE 'UTC')::date $$;

-- The partition for what arrives in this month. Two tills may come at once: one makes it.
CREATE FUNCTION kaunta.ensure_month(moment timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
DECLARE
  month date := month_of(moment);
  name text := 'personal_' || to_char(month, 'YYYY_MM');
BEGIN
  IF to_regclass('kaunta.' || name) IS NOT NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('kaunta.personal'));
  IF to_regclass('kaunta.' || name) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE kaunta.%I PARTITION OF kaunta.personal FOR VALUES FROM (%L) TO (%L)', name,
    (month::timestamp AT TIME ZONE 'UTC')::text,
    ((month + interval '1 month')::timestamp AT TIME ZONE 'UTC')::text);
  EXECUTE format('ALTER TABLE kaunta.%I ENABLE ROW LEVEL SECURITY', name);
  -- Reading goes through the parent table and its policy alone.
  EXECUTE format('REVOKE ALL ON kaunta.%I FROM PUBLIC, kaunta_member', name);
END $$;

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

CREATE TYPE kaunta.shipped AS (
  sequence bigint, subject text, first bigint, link bytea, digest bytea, bodies bytea[], item jsonb
);

-- Takes links in order: sent at least once over the wire, stored exactly once. `answer`:
--   taken   everything before `next` is stored
--   gap     the batch begins after `next`: nothing was stored, send from there
--   forked  `next` is stored with another content, or does not follow on what is stored: nothing was stored
-- A replaced machine may ship too, under its own epoch: facts about money are never refused.
CREATE FUNCTION kaunta.ship(batch jsonb) RETURNS TABLE (answer text, next bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
#variable_conflict use_column
DECLARE
  m kaunta.member := my_till();
  h kaunta.head;
  rows kaunta.shipped[];
  moment timestamptz := clock_timestamp();
  last kaunta.shipped;
  fork bigint;
BEGIN
  IF jsonb_array_length(batch) > 2000 THEN
    RAISE EXCEPTION 'a batch has at most 2000 links' USING ERRCODE = '54000';
  END IF;
  INSERT INTO head (till, epoch, shop, sequence, link, digest, shipped_at)
    VALUES (m.till, m.epoch, m.shop, 0, ''::bytea, ''::bytea, moment) ON CONFLICT DO NOTHING;
  SELECT * INTO h FROM head WHERE till = m.till AND epoch = m.epoch FOR UPDATE;
  rows := ARRAY(
    SELECT ROW((item->>'sequence')::bigint, item->>'subject', (item->>'first')::bigint,
      decode(item->>'link', 'base64'), decode(item->>'digest', 'base64'), bytes_of(item->'bodies'),
      item)::shipped
    FROM jsonb_array_elements(batch) AS item ORDER BY (item->>'sequence')::bigint);
  IF cardinality(rows) = 0 THEN RETURN QUERY SELECT 'taken', h.sequence + 1; RETURN; END IF;
  IF rows[1].sequence > h.sequence + 1 THEN RETURN QUERY SELECT 'gap', h.sequence + 1; RETURN; END IF;

  -- Repeated numbers alone are compared: comparing every row would cost ten times as much.
  SELECT min(r.sequence) INTO fork FROM unnest(rows) AS r
    JOIN event AS e ON e.till = m.till AND e.epoch = m.epoch AND e.sequence = r.sequence
    WHERE r.sequence <= h.sequence AND e.digest <> r.digest;
  IF fork IS NULL THEN
    SELECT min(r.sequence) INTO fork FROM (
      SELECT own.*, lag(own.digest, 1, h.digest) OVER w AS prior,
        lag(own.sequence, 1, h.sequence) OVER w AS before
      FROM unnest(rows) AS own WHERE own.sequence > h.sequence WINDOW w AS (ORDER BY own.sequence)
    ) AS r
    WHERE r.sequence <> r.before + 1
      OR r.digest <> digest_of(r.prior, r.sequence, r.subject, r.first, r.link, r.bodies);
  END IF;
  IF fork IS NOT NULL THEN RETURN QUERY SELECT 'forked', fork; RETURN; END IF;

  INSERT INTO event (till, epoch, sequence, shop, subject, first, link, digest, bodies, arrived)
    SELECT m.till, m.epoch, r.sequence, m.shop, r.subject, r.first, r.link, r.digest, r.bodies, moment
    FROM unnest(rows) AS r WHERE r.sequence > h.sequence;
  PERFORM ensure_month(moment);
  INSERT INTO personal (arrived, till, epoch, sequence, shop, sale, phone_reversed, name, bodies, request)
    SELECT moment, m.till, m.epoch, r.sequence, m.shop, r.subject,
      coalesce(r.item#>>'{personal,phoneReversed}', ''), coalesce(r.item#>>'{personal,name}', ''),
      bytes_of(r.item#>'{personal,bodies}'), decode(r.item#>>'{personal,request}', 'base64')
    FROM unnest(rows) AS r WHERE r.sequence > h.sequence AND jsonb_typeof(r.item->'personal') = 'object';
  PERFORM follow_sales(m, rows, h.sequence);
  last := rows[cardinality(rows)];
  IF last.sequence > h.sequence THEN
    UPDATE head SET sequence = last.sequence, link = last.link, digest = last.digest, shipped_at = moment
      WHERE till = m.till AND epoch = m.epoch;
  END IF;
  RETURN QUERY SELECT 'taken', greatest(h.sequence, last.sequence) + 1;
END $$;

-- A machine that took a lost till's place rebuilt the ledger with a key of its own: from here on its own link
-- stands for what was shipped before. Only before it ships its first link.
CREATE FUNCTION kaunta.adopt(own_link bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
DECLARE m kaunta.member := selling_till();
BEGIN
  IF EXISTS (SELECT FROM event AS e WHERE e.till = m.till AND e.epoch = m.epoch) THEN
    RAISE EXCEPTION 'this machine has already shipped' USING ERRCODE = '42501';
  END IF;
  UPDATE head AS h SET link = own_link WHERE h.till = m.till AND h.epoch = m.epoch;
END $$;

CREATE FUNCTION kaunta.account_of(m kaunta.member) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
  SELECT account FROM shop WHERE shop = m.shop
$$;

-- Keeps each sale as the last link of a batch says it is, and what was handed over while this database was away.
CREATE FUNCTION kaunta.follow_sales(m kaunta.member, rows kaunta.shipped[], stored bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
  INSERT INTO hand_over (account, reference, shop, till, epoch, sale, person, at)
    SELECT account_of(m), s->>'reference', m.shop, m.till, m.epoch, r.subject,
      coalesce(s#>>'{handedOver,by}', ''), to_timestamp((s#>>'{handedOver,at}')::bigint / 1000.0)
    FROM unnest(rows) AS r, LATERAL (SELECT r.item->'sale') AS said (s)
    WHERE r.sequence > stored AND jsonb_typeof(s->'handedOver') = 'object' AND s->>'reference' IS NOT NULL
    ORDER BY r.sequence
  ON CONFLICT DO NOTHING;
  INSERT INTO sale AS own (till, epoch, sale, shop, sequence, recorded_at, changed_at, channel, amount,
      currency, status, exception, resolution, blocks, reference, state)
    SELECT DISTINCT ON (r.subject) m.till, m.epoch, r.subject, m.shop, r.sequence,
      to_timestamp((s->>'recordedAt')::bigint / 1000.0), clock_timestamp(), s->>'channel',
      (s->>'amount')::bigint, s->>'currency', s->>'status', s->>'exception', s->>'resolution',
      ARRAY(SELECT jsonb_array_elements_text(coalesce(s->'blocks', '[]'))),
      s->>'reference', decode(s->>'state', 'base64')
    FROM unnest(rows) AS r, LATERAL (SELECT r.item->'sale') AS said (s)
    WHERE r.sequence > stored AND jsonb_typeof(s) = 'object'
    ORDER BY r.subject, r.sequence DESC
  ON CONFLICT (till, epoch, sale) DO UPDATE SET sequence = excluded.sequence,
    changed_at = excluded.changed_at, status = excluded.status, exception = excluded.exception,
    resolution = excluded.resolution, blocks = excluded.blocks, reference = excluded.reference,
    state = excluded.state
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
CREATE FUNCTION kaunta.lease(wanted_phone bytea, wanted_sale text, milliseconds integer)
RETURNS TABLE (granted boolean, holder text, left_ms integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
#variable_conflict use_column
DECLARE
  m kaunta.member := selling_till();
  wanted_until timestamptz := clock_timestamp() + least(milliseconds, 7245000) * interval '1 millisecond';
BEGIN
  RETURN QUERY
    WITH held AS (
      INSERT INTO push_lease AS l (account, phone, shop, till, sale, expires)
        VALUES (account_of(m), wanted_phone, m.shop, m.till, wanted_sale, wanted_until)
      ON CONFLICT (account, phone) DO UPDATE SET
        shop = CASE WHEN l.expires <= clock_timestamp() OR l.till = m.till THEN m.shop ELSE l.shop END,
        till = CASE WHEN l.expires <= clock_timestamp() OR l.till = m.till THEN m.till ELSE l.till END,
        sale = CASE WHEN l.expires <= clock_timestamp() OR l.till = m.till THEN wanted_sale ELSE l.sale END,
        expires = CASE WHEN l.expires <= clock_timestamp() OR l.till = m.till
          THEN wanted_until ELSE l.expires END
      RETURNING l.*
    )
    SELECT held.sale = wanted_sale AND held.till = m.till,
      coalesce((SELECT name FROM till WHERE till.till = held.till AND held.shop = m.shop), ''),
      greatest(0, extract(epoch FROM held.expires - clock_timestamp()) * 1000)::integer
    FROM held;
END $$;

-- The prompt is over. Repeating it, or releasing another sale's lease, changes nothing.
CREATE FUNCTION kaunta.release(leased_phone bytea, leased_sale text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
DECLARE m kaunta.member := selling_till();
BEGIN
  DELETE FROM push_lease AS l
    WHERE l.account = account_of(m) AND l.phone = leased_phone AND l.sale = leased_sale AND l.till = m.till;
END $$;

-- Goods are handed over once a reference. `mine` is false where another sale or another machine of this till has
-- them; then which till of the same shop, who and when. A replaced machine ships what it handed over, and claims
-- nothing more.
CREATE FUNCTION kaunta.hand_over(paid_reference text, paid_sale text, by_person text)
RETURNS TABLE (mine boolean, till_name text, person text, at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
#variable_conflict use_column
DECLARE m kaunta.member := selling_till();
BEGIN
  INSERT INTO hand_over (account, reference, shop, till, epoch, sale, person, at)
    VALUES (account_of(m), paid_reference, m.shop, m.till, m.epoch, paid_sale, by_person, clock_timestamp())
    ON CONFLICT DO NOTHING;
  RETURN QUERY
    SELECT h.till = m.till AND h.epoch = m.epoch AND h.sale = paid_sale,
      coalesce((SELECT t.name FROM till AS t WHERE t.till = h.till AND h.shop = m.shop), ''),
      CASE WHEN h.shop = m.shop THEN h.person ELSE '' END, h.at
    FROM hand_over AS h WHERE h.account = account_of(m) AND h.reference = paid_reference;
END $$;

-- Says that this till uses its account's rate limit, and returns how many tills do (at least 1).
CREATE FUNCTION kaunta.share() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
DECLARE m kaunta.member := selling_till();
BEGIN
  INSERT INTO active (account, till, seen) VALUES (account_of(m), m.till, clock_timestamp())
    ON CONFLICT (account, till) DO UPDATE SET seen = excluded.seen;
  RETURN (SELECT count(*) FROM active AS a
    WHERE a.account = account_of(m) AND a.seen > clock_timestamp() - interval '2 minutes');
END $$;

-- Callbacks (§6) -----------------------------------------------------------------------------------------

CREATE SEQUENCE kaunta.hint_number;

-- A callback came for this sale, as its address says. Keeps a hint for the till whose sale it is; false where no
-- sale of the shop has this id, or it has not been shipped yet. The receiver notifies after this statement's
-- commit: a NOTIFY in the same transaction would serialise the writers.
CREATE FUNCTION kaunta.callback(called_sale text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
#variable_conflict use_column
DECLARE m kaunta.member := me();
BEGIN
  IF m.kind <> 'receiver' THEN
    RAISE EXCEPTION 'role % is no receiver', session_user USING ERRCODE = '42501';
  END IF;
  INSERT INTO hint AS own (till, sale, shop, number, at)
    SELECT s.till, called_sale, s.shop, nextval('hint_number'), clock_timestamp()
    FROM (SELECT DISTINCT till, shop FROM sale WHERE sale = called_sale AND shop = m.shop) AS s
  ON CONFLICT (till, sale) DO UPDATE SET number = excluded.number, at = excluded.at;
  RETURN FOUND;
END $$;

-- Upkeep -------------------------------------------------------------------------------------------------

-- For how many months customers' data is kept here after it arrived.
CREATE TABLE kaunta.retention (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  months integer NOT NULL CHECK (months BETWEEN 1 AND 120)
);
INSERT INTO kaunta.retention (months) VALUES (24);

-- Any till calls it once a day: makes the partitions of this and the next month, drops those whose time is
-- over, and removes what has run out. Returns the names of the dropped partitions.
CREATE FUNCTION kaunta.keep_house() RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kaunta, pg_temp AS $$
DECLARE
  oldest date := month_of(clock_timestamp() - (SELECT months FROM retention) * interval '1 month');
  old text;
BEGIN
  PERFORM me();
  PERFORM ensure_month(clock_timestamp());
  PERFORM ensure_month(clock_timestamp() + interval '1 month');
  DELETE FROM push_lease WHERE expires < clock_timestamp() - interval '1 day';
  DELETE FROM hint WHERE at < clock_timestamp() - interval '2 days';
  DELETE FROM active WHERE seen < clock_timestamp() - interval '1 day';
  FOR old IN
    SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'kaunta.personal'::regclass AND to_date(right(relname, 7), 'YYYY_MM') < oldest
    ORDER BY relname
  LOOP
    EXECUTE format('DROP TABLE kaunta.%I', old);
    RETURN NEXT old;
  END LOOP;
END $$;

SELECT kaunta.ensure_month(clock_timestamp());

-- Rights -------------------------------------------------------------------------------------------------

DO $$
DECLARE readable text;
BEGIN
  FOREACH readable IN ARRAY ARRAY['shop', 'till', 'head', 'event', 'personal', 'sale'] LOOP
    EXECUTE format('ALTER TABLE kaunta.%I ENABLE ROW LEVEL SECURITY', readable);
    EXECUTE format('CREATE POLICY own_shops ON kaunta.%I FOR SELECT TO kaunta_member
      USING (shop = ANY ((SELECT kaunta.my_shops())::text[]))', readable);
    EXECUTE format('GRANT SELECT ON kaunta.%I TO kaunta_member', readable);
  END LOOP;
END $$;

ALTER TABLE kaunta.hint ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_till ON kaunta.hint FOR SELECT TO kaunta_member USING (till = (SELECT (kaunta.me()).till));
GRANT SELECT ON kaunta.hint TO kaunta_member;

GRANT USAGE ON SCHEMA kaunta TO kaunta_member;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA kaunta FROM PUBLIC;
GRANT EXECUTE ON FUNCTION kaunta.me(), kaunta.my_shops(), kaunta.hello(), kaunta.ship(jsonb), kaunta.adopt(bytea),
  kaunta.phone_key(), kaunta.lease(bytea, text, integer), kaunta.release(bytea, text),
  kaunta.hand_over(text, text, text), kaunta.share(), kaunta.callback(text), kaunta.keep_house()
  TO kaunta_member;
