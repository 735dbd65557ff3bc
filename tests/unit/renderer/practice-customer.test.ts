import { settled } from '../../support/fake-window'

// Before the stores: they read what the window keeps as they are loaded.

import { beforeEach, expect, it } from 'vitest'
import { setField, startForm, useChargeForm } from '../../../renderer/stores/charge-form'
import {
  fillPretendCustomer,
  takePretendCustomer,
} from '../../../renderer/stores/practice-customer'
import { show, useView } from '../../../renderer/stores/view-store'
import { defaultSettings } from '../../../shared/settings'

const { shop } = defaultSettings
const texts = { amount: '1,500', firstName: 'Neema', lastName: 'Mollel' }
const form = () => useChargeForm.getState()

beforeEach(() => {
  startForm(shop)
  useChargeForm.setState({ channel: 'card' })
  show({ name: 'help' })
})

it('a pretend customer is put in once Charge has begun with the shop’s defaults', async () => {
  takePretendCustomer('255754001212')
  expect(useView.getState().view).toEqual({ name: 'charge' })
  startForm(shop)
  await settled()
  expect(form().fields).toMatchObject({ phone: '255754001212', amount: '', firstName: '' })
})

it('the first practice sale is filled in whole, and what a person has typed stays', async () => {
  setField('amount', '2,000')
  setField('lastName', 'Mushi')
  fillPretendCustomer('255754001212', texts)
  await settled()
  expect(form()).toMatchObject({
    channel: 'mobile',
    fields: { phone: '255754001212', amount: '2,000', firstName: 'Neema', lastName: 'Mushi' },
  })
  startForm(shop)
  fillPretendCustomer('255754001212', texts)
  await settled()
  expect(form().fields).toMatchObject({ phone: '255754001212', ...texts })
})
