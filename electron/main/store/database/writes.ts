/*
 * How many writes to databases this process has begun. It is a fact of the process and not of one database: who copies
 * files while the till goes on must learn of a write to any of them, also by a part that it does not know.
 */
let begun = 0

/** Grows with each write, before it begins. Two equal numbers: nothing was written in between. */
export function writesBegun(): number {
  return begun
}

/** Called before anything is written to a database's file. */
export function noteWrite(): void {
  begun += 1
}
