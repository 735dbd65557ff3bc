import { beforeEach, expect, it } from 'vitest'
import {
  closeDidItGoThrough,
  openDidItGoThrough,
  openUnknownCode,
  useDidItGoThrough,
} from '../../../renderer/stores/did-it-go-through-store'

const closed = { open: false, text: '', unknownCode: null, codeToAdd: null }
const shown = () => useDidItGoThrough.getState()

beforeEach(closeDidItGoThrough)

it('Did it go through? opens with what it looks for, and a press while it is open changes nothing', () => {
  openDidItGoThrough()
  expect(shown()).toEqual({ ...closed, open: true })
  closeDidItGoThrough()
  openDidItGoThrough('R-1')
  openDidItGoThrough()
  expect(shown()).toEqual({ ...closed, open: true, text: 'R-1' })
})

it('one of it and an unknown code is shown at a time', () => {
  openDidItGoThrough('R-1')
  openUnknownCode('96385074')
  expect(shown()).toEqual({ ...closed, unknownCode: '96385074' })
  openDidItGoThrough()
  expect(shown()).toEqual({ ...closed, open: true })
  closeDidItGoThrough()
  expect(shown()).toEqual(closed)
})
