import type { Page } from '@playwright/test'
import { expectOnePayment, expectState } from '../support/window/expectations'
import { goTo, pressEnterOn, typeText } from '../support/window/keyboard'
import { phones, pressPayButton, sellMobile } from '../support/window/payment'
import { expect, test } from '../support/window/test'

async function typeInto(page: Page, name: string, text: string): Promise<void> {
  await goTo(page, page.getByRole('textbox', { name }))
  await typeText(page, text)
}

test('from the first start to the next customer without a mouse', async ({ launch }) => {
  const { page } = await launch()
  await goTo(page, page.getByRole('button', { name: 'Practice mode' }))
  await page.keyboard.press('Enter')

  await test.step('the amount is ready to be typed, and Enter sends from any field', async () => {
    await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused()
    await typeText(page, '15000')
    await typeInto(page, 'Phone number', '0700000001')
    await typeInto(page, 'First name', 'Asha')
    await typeInto(page, 'Last name', 'Mushi')
    await page.keyboard.press('Enter')
    await expectState(page, 'Paid')
  })

  await test.step('the goods are handed over, and a new sale is next', async () => {
    await pressEnterOn(page, page.getByRole('button', { name: 'Hand over goods' }))
    await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused()
    await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('')
  })
})

test('what is typed on the Charge screen is judged when it is sent, and is not removed', async ({
  till: { page },
  service,
}) => {
  await test.step('Enter with something missing goes to it and sends nothing', async () => {
    await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused()
    await typeText(page, '15000')
    await page.keyboard.press('Enter')
    const phone = page.getByRole('textbox', { name: 'Phone number' })
    await expect(phone, 'it leads on to what is still missing').toBeFocused()
    await expect(phone).not.toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.press('Enter')
    await expect(phone).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.type('0712')
    await page.keyboard.press('Enter')
    await expect(phone).toBeFocused()
    expect(service.control.payments()).toEqual([])

    await phone.fill(`+${phones.approves}`)
    await typeInto(page, 'First name', 'Asha')
    await typeInto(page, 'Last name', 'Mushi')
    await page.keyboard.press('Enter')
    await expectState(page, 'Paid')
    expectOnePayment(service, 1)
  })
  await test.step('amounts are typed on the pad with a finger, and only whole ones are taken', async () => {
    service.control.reset()
    await pressPayButton(page, 'New sale')
    const amount = page.getByRole('textbox', { name: 'Amount' })
    const pad = page.getByRole('group', { name: 'Number pad' })
    for (const key of ['1', '5', '000', '0'])
      await pad.getByRole('button', { name: key, exact: true }).click()
    await pad.getByRole('button', { name: 'Delete last digit' }).click()
    await expect(amount).toHaveValue('15,000')
    for (const wrong of ['0', '12.50', '-5', 'abc']) {
      await amount.fill(wrong)
      await page.getByRole('button', { name: 'Request payment' }).click()
      await expect(amount).toHaveAttribute('aria-invalid', 'true')
    }
    expect(service.control.requests().filter(({ path }) => path.endsWith('create'))).toEqual([])
  })
  await test.step('what the lights do meanwhile does not move the focus out of a field', async () => {
    await service.stop()
    await sellMobile(page, { phone: phones.approves })
    await pressPayButton(page, 'New sale')
    const name = page.getByRole('textbox', { name: 'First name' })
    await name.focus()
    const seen = new Set<string | null>()
    while (seen.size < 3) {
      seen.add(await page.getByRole('banner').textContent())
      await page.keyboard.type('a')
      await expect(name).toBeFocused()
    }
  })
})
