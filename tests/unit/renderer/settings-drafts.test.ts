import { beforeEach, expect, it } from 'vitest'
import {
  changeDraft,
  isUnsaved,
  noteDraftSaved,
  useDrafts,
} from '../../../renderer/stores/settings-drafts'

const saved = { name: 'Duka', items: [1, 2] }
const drafts = () => useDrafts.getState()

beforeEach(() => {
  useDrafts.setState({}, true)
  changeDraft('shop/shop', { name: 'Duka la Asha' }, saved)
})

it('what is typed is not saved: in its tab alone, until it is as it was again', () => {
  changeDraft('shop/shop', { items: [1, 2, 3] }, saved)
  expect(drafts()).toEqual({ 'shop/shop': { name: 'Duka la Asha', items: [1, 2, 3] } })
  expect([isUnsaved(drafts(), ['lock', 'shop']), isUnsaved(drafts(), ['lock'])]).toEqual([
    true,
    false,
  ])
  changeDraft('shop/shop', { name: 'Duka', items: [1, 2] }, saved)
  expect(drafts()).toEqual({})
})

it('what was typed while a form was saved is still to be saved, and so is any other form', () => {
  const first = drafts()['shop/shop']
  changeDraft('lock/lock', { name: 'Other' }, saved)
  changeDraft('shop/shop', { name: 'Duka la Neema' }, saved)
  expect(isUnsaved(drafts(), ['shop'])).toBe(true)
  noteDraftSaved('shop/shop', first)
  expect(drafts()['shop/shop']).toEqual({ name: 'Duka la Neema' })
  noteDraftSaved('shop/shop', drafts()['shop/shop'])
  expect(drafts()).toEqual({ 'lock/lock': { name: 'Other' } })
  expect(isUnsaved(drafts(), ['shop'])).toBe(false)
})
