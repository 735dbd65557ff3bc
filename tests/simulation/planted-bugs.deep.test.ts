import { describe, expect, it } from 'vitest'
import { isUnchanged } from '../../scripts/tests/proofs'
import { bugs } from './planted/bugs'
import { hunt } from './planted/hunt'

/** The same seeds at each run: luck does not decide whether a bug is found. */
const from = 1
const most = 600

describe.skipIf(isUnchanged('planted-bugs'))(
  `the simulation can fail: each planted bug is found within ${most} seeds`,
  () => {
    it.each(bugs)('$rule: $name', async bug => {
      expect((await hunt(bug, bug.near ?? bug.from ?? from, most)).seeds).not.toBeNull()
    })
  },
)
