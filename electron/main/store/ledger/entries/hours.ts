/** Fine enough for every time zone's hours: some begin at a quarter past another's. */
export const quarterHour = 900_000

/** The quarter of an hour in which an entry came, counted since the epoch, in SQL. */
export const entryQuarter = `entry.at / ${quarterHour}`

/** Money that came in through the service or in cash, in SQL: the hours of a day are made of it. */
export const cameIn = `entry.direction = 'in' AND entry.way IN ('service', 'cash') AND entry.undoes IS NULL`

/** The hour of the shop's own clock, 0 to 23, that a quarter belongs to. */
export function hourOfQuarter(quarter: number): number {
  return new Date(quarter * quarterHour).getHours()
}
