import type { Page } from '@playwright/test'
import { createRequests } from '../support/window/expectations'
import { chargeButton, fillMobile, phones } from '../support/window/sale'
import { expect, test } from '../support/window/test'

/** As an input method does: a word is begun, and the Enter that chooses it is its own. */
async function chooseWord(page: Page, word: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', {
    text: word,
    selectionStart: word.length,
    selectionEnd: word.length,
  })
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 } as const
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
  await session.send('Input.insertText', { text: word })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
  await session.detach()
}

test('the Enter that chooses a word of an input method sends nothing', async ({
  till: { page },
  service,
}) => {
  await fillMobile(page, { phone: phones.approves, firstName: 'Asha', lastName: '' })
  const name = page.getByRole('textbox', { name: 'Last name' })
  await name.fill('Mushi')
  await name.focus()
  await chooseWord(page, 'ሙሺ')
  await expect(name).toHaveValue('Mushiሙሺ')
  await expect(chargeButton(page)).toBeVisible()
  expect(createRequests(service)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => createRequests(service).length).toBe(1)
})
