/** Of the first digit's place: half of it, itself and the next notes above. */
const steps = [0.5, 1, 2, 5, 10, 20, 50]

/** What a customer probably gives for an amount: just that, and the next two sums that few notes make. */
export function likelyNotes(amount: number): number[] {
  const place = 10 ** (String(amount).length - 1)
  const rounded = steps
    .map(step => Math.max(1, step * place))
    .map(note => Math.ceil(amount / note) * note)
  return [...new Set([amount, ...rounded])].sort((one, other) => one - other).slice(0, 3)
}
