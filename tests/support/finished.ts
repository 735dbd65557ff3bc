/** What work in slices returns, all its slices at once. */
export function finished<Value>(work: Generator<unknown, Value>): Value {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
