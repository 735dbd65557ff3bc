import { setTimeout } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'
import { calls } from '../support/window/bridge'
import { keepScreenshot } from '../support/window/pictures'
import { expect, test } from '../support/window/test'
import type { Till } from '../support/window/till'

/** A key as the system reports it: which one it is, and what the layout or Num Lock makes of it. */
async function pressKey(session: CDPSession, code: string, key: string): Promise<void> {
  const text = key.length === 1 ? key : ''
  await session.send('Input.dispatchKeyEvent', {
    type: text ? 'keyDown' : 'rawKeyDown',
    code,
    key,
    text,
    isKeypad: code.startsWith('Numpad'),
  })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', code, key })
  // As a person: what comes faster is a scan.
  await setTimeout(50)
}

async function sessionOf(page: Page): Promise<CDPSession> {
  return page.context().newCDPSession(page)
}

test('number fields', async ({ till }) => {
  await test.step('the physical key counts on a French layout', () => useFrenchLayout(till))
  await till.page.reload()
  await test.step('with Num Lock off the pad types digits, and it is said', () =>
    useNoNumLock(till))
})

async function useFrenchLayout({ page }: Till): Promise<void> {
  const session = await sessionOf(page)
  const amount = page.getByRole('textbox', { name: 'Amount' })
  await expect(amount).toBeFocused()
  for (const [digit, key] of [
    ['1', '&'],
    ['5', '('],
    ['0', 'à'],
    ['0', 'à'],
    ['0', 'à'],
  ] as const)
    await pressKey(session, `Digit${digit}`, key)
  await expect(amount).toHaveValue('15,000')
  const name = page.getByRole('textbox', { name: 'First name' })
  await name.focus()
  await pressKey(session, 'Digit2', 'é')
  await expect(name, 'a name is written as the layout writes it').toHaveValue('é')
}

async function useNoNumLock(till: Till): Promise<void> {
  const { page } = till
  const session = await sessionOf(page)
  const amount = page.getByRole('textbox', { name: 'Amount' })
  const said = page.getByText('Num Lock is off.')
  await expect(amount).toBeFocused()
  await expect(said).toHaveCount(0)
  await pressKey(session, 'Numpad4', 'ArrowLeft')
  await pressKey(session, 'Numpad5', 'Clear')
  await pressKey(session, 'Numpad0', 'Insert')
  await pressKey(session, 'Numpad0', 'Insert')
  await expect(amount).toHaveValue('4,500')
  await page.keyboard.press('Home')
  await pressKey(session, 'NumpadDecimal', 'Delete')
  await expect(amount, 'its point deletes nothing').toHaveValue('4,500')
  await expect(said).toBeVisible()
  for (const language of ['sw', 'en'] as const) {
    await calls(page, 'kaunta:settings.saveDisplay', [
      { language, theme: 'light', textSize: '100' },
    ])
    await page.locator(`html[lang="${language}"]`).waitFor()
    await keepScreenshot(till, `num-lock-off-${language}`)
  }
}
