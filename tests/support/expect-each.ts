import { expect } from 'vitest'

/** Each of these is read as this value; where some are not, the failure names all of them. */
export function expectEach<Input>(
  inputs: readonly Input[],
  read: (input: Input) => unknown,
  value: unknown,
): void {
  expect(inputs.map(input => [input, read(input)])).toEqual(inputs.map(input => [input, value]))
}
