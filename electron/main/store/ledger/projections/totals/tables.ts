/**
 * What the payments that were asked for within a quarter of an hour came to: every time zone's days begin with
 * one. A row for each currency and kind, so that a month is some thousand small rows, however busy the shop
 * is. An amount is in two parts, as in `taking`.
 */
export const totalsTables = [
  `CREATE TABLE sales_total (
    quarter INTEGER NOT NULL,
    currency TEXT NOT NULL,
    kind TEXT NOT NULL,
    sales INTEGER NOT NULL,
    millions INTEGER NOT NULL,
    ones INTEGER NOT NULL,
    PRIMARY KEY (quarter, currency, kind)
  ) STRICT, WITHOUT ROWID`,
]
