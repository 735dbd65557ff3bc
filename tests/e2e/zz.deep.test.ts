import { expect, test } from '../support/window/test'
for (let i = 0; i < 6; i += 1) test(`opens ${i}`, async ({ till }) => { expect(till).toBeTruthy() })
