import type { Locator } from '@playwright/test'
import { defaultCharging } from '../../shared/settings/charging'
import { calls } from '../support/window/bridge'
import { expectState } from '../support/window/expectations'
import { sellMobile } from '../support/window/payment'
import { picture } from '../support/window/pictures'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

/** The digits of what is drawn, line by line from left to right, with what is between them. */
function drawnNumbers(place: Locator): Promise<string> {
  return place.evaluate(element => {
    const drawn: { letter: string; top: number; left: number }[] = []
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (walk.nextNode()) {
      const node = walk.currentNode as Text
      for (const [at, letter] of node.data.split('').entries()) {
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        const { top, left, width } = range.getBoundingClientRect()
        if (width > 0) drawn.push({ letter, top, left })
      }
    }
    // Letters of one line may be drawn at heights that differ a little.
    const line = ({ top }: { top: number }) => Math.round(top / 12)
    drawn.sort((one, other) => line(one) - line(other) || one.left - other.left)
    return drawn
      .map(({ letter }) => letter)
      .join('')
      .replace(/[^\d,.]+/g, ' ')
  })
}

test('letters from right to left, and the marks that come with them', async ({ till }) => {
  await test.step('hidden marks in a copied text are left out', () => pasteMarks(till))
  await till.page.reload()
  await test.step('a name that is written from right to left moves no digit', () => sellTo(till))
})

async function sellTo(till: Till): Promise<void> {
  const { page } = till
  await calls(page, 'kaunta:settings.save', [
    {
      section: 'charging',
      value: { ...defaultCharging, items: [{ name: 'سكر', price: 1_500, code: '' }] },
    },
  ])
  const sugar = page.getByRole('button', { name: /^سكر/ })
  await sugar.click()
  await sugar.click()
  await expect(page.getByText('2 ×')).toBeVisible()
  expect(await drawnNumbers(page.getByText('2 ×'))).toContain('2 1,500')

  await sellMobile(page, {
    phone: '255754001212',
    amount: '12000',
    firstName: 'عائشة',
    lastName: 'محمد',
  })
  await expectState(page, 'Paid')
  expect(await drawnNumbers(page.getByRole('main'))).toContain('0754 001 212')
  await picture(till, 'right-to-left-paid')

  await page.getByRole('button', { name: 'Customers' }).click()
  await page.getByRole('button', { name: /^Forget/ }).click()
  const title = page.getByRole('alertdialog').getByRole('heading')
  expect(await drawnNumbers(title)).toContain('0754 001 212')
  await picture(till, 'right-to-left-forget')
}

async function pasteMarks({ page }: Till): Promise<void> {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await page.getByRole('radio', { name: 'Card', exact: true }).click()
  for (const [name, pasted, shown] of [
    ['Phone number', '\u202a\u2066+255 754 001 212\u2069\u202c', '+255 754 001 212'],
    ['Email', '\u200basha@example.com\ufeff', 'asha@example.com'],
    ['First name', 'A\u00adsha', 'Asha'],
  ] as const) {
    await field(name).focus()
    await page.keyboard.insertText(pasted)
    await page.keyboard.press('Tab')
    await expect(field(name)).toHaveValue(shown)
    await expect(field(name)).not.toHaveAttribute('aria-invalid', 'true')
  }
}
