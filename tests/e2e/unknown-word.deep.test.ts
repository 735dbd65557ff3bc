import type { Page } from '@playwright/test'
import { calls } from '../support/window/bridge'
import { expectState } from '../support/window/expectations'
import { phones, sellMobile } from '../support/window/payment'
import { picture, resize } from '../support/window/pictures'
import { expect, test } from '../support/window/test'

const main = (page: Page) => page.getByRole('main')

test('an unknown word: its three meanings are in sight, and nothing is asked once it is resolved', async ({
  till,
}) => {
  const { page } = till
  await resize(till, { width: 1024, height: 640 })
  await sellMobile(page, { phone: phones.unknownWord, amount: '120000' })
  await expectState(page, 'Check with manager')
  for (const language of ['sw', 'en'] as const) {
    const display = { language, theme: 'light', textSize: '100' }
    await calls(page, 'kaunta:settings.saveDisplay', [display])
    const meanings = main(page).getByRole('button', {
      name: language === 'en' ? /^It means / : /^Maana: /,
    })
    await expect(meanings).toHaveCount(3)
    for (const meaning of await meanings.all()) await expect(meaning).toBeInViewport({ ratio: 1 })
  }

  const dialog = page.getByRole('alertdialog')
  await test.step('the dialog keeps its buttons in sight after an error', async () => {
    await main(page).getByRole('button', { name: 'Resolve', exact: true }).click()
    await dialog.getByRole('button', { name: 'Resolve' }).click()
    await expect(dialog.getByText('Choose how it ended.')).toBeVisible()
    for (const name of ['Cancel', 'Resolve'])
      await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    await picture(till, 'resolve-nothing-chosen')
  })
  await dialog.getByRole('radio', { name: 'Not paid' }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Their dashboard shows nothing')
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await expect(main(page).getByText('Nothing is left to do.')).toBeVisible()
  await expect(main(page).getByRole('button', { name: /^It means / })).toHaveCount(0)
  await picture(till, 'unknown-word-resolved')
})
