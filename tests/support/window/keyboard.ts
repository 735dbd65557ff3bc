import type { Locator, Page } from '@playwright/test'
import { expect } from './test'
import type { Till } from './till'

/** A keyboard that knows how often it was pressed; only what a number pad has, unless told. */
export interface CountedKeys {
  /** Types characters, a key each. Throws for one that a number pad has not. */
  type(text: string): Promise<void>
  press(key: 'Enter' | 'Shift+Tab' | 'Tab' | 'ArrowRight' | 'ArrowDown'): Promise<void>
  count(): number
}

const onPad: Readonly<Record<string, string>> = { '+': 'NumpadAdd', '*': 'NumpadMultiply' }

/** Between two keys, ms: as fast as a person. What comes faster is a scan. */
const human = { delay: 50 }

/** Presses what ends the till, and waits until it has: nobody may be left to answer the press. */
export async function pressToEnd({ app }: Pick<Till, 'app'>, button: Locator): Promise<void> {
  const ended = app.waitForEvent('close')
  const failed = (error: unknown) =>
    ended.catch(() => {
      throw error
    })
  await Promise.all([ended, button.click().catch(failed)])
}

/** Types a text as a person does. */
export async function typeText(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text, human)
}

/** Counts every key from now on. Enter is the number pad's own. */
export function countKeys(page: Page): CountedKeys {
  let pressed = 0
  const press = async (key: string) => {
    pressed += 1
    await page.keyboard.press(key, human)
  }
  return {
    async type(text) {
      for (const character of text) {
        const key = onPad[character] ?? character
        if (!/^\d$|^Numpad/.test(key)) throw new Error(`No number pad has ${character}`)
        await press(key)
      }
    },
    press: key => press(key === 'Enter' ? 'NumpadEnter' : key),
    count: () => pressed,
  }
}

/** More presses than a person would make: then it is not on the way. */
const most = 60

/** Presses a key, Tab unless another is named, until the focus is there; fails where it never comes. */
export async function goTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < most; presses += 1) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target, `reached with ${key}`).toBeFocused()
}

/** Goes to a button, a tab or a field by Tab, and presses Enter on it. */
export async function pressEnterOn(page: Page, target: Locator): Promise<void> {
  await goTo(page, target)
  await expect(target).toBeEnabled()
  await page.keyboard.press('Enter')
}

/** Types into a field that has the focus already: where it has not, a person would type into nothing. */
export async function typeHere(page: Page, field: Locator, text: string): Promise<void> {
  await expect(field).toBeFocused()
  await typeText(page, text)
}

interface SentKey {
  key: string
  code: string
  /** What the key types; none for Ctrl+J. */
  text?: string
  windowsVirtualKeyCode?: number
  /** 2 is Ctrl. */
  modifiers?: number
}

/** What a scanner sends behind a code. */
const ends = {
  Enter: [{ key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }],
  Tab: [{ key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }],
  'Ctrl+J': [{ key: 'j', code: 'KeyJ', windowsVirtualKeyCode: 74, modifiers: 2 }],
  nothing: [],
} satisfies Record<string, SentKey[]>

export type ScanEnd = keyof typeof ends

/** What keys of the upper row write on a French keyboard without Shift. */
const onFrench = ['à', '&', 'é', '"', "'", '(', '-', 'è', '_', 'ç']

/** As a scanner does: the digits of a code, 8 ms each, and what it ends with. */
export async function scan(
  { page }: Pick<Till, 'page'>,
  digits: string,
  end: ScanEnd = 'Enter',
  keyboard: 'US' | 'French' = 'US',
): Promise<void> {
  const typed: SentKey[] = [...digits].map(digit => {
    const key = keyboard === 'French' ? (onFrench[Number(digit)] ?? '') : digit
    return { key, code: `Digit${digit}`, text: key }
  })
  const behind: readonly SentKey[] = ends[end]
  const session = await page.context().newCDPSession(page)
  // When the keys came, however busy the computer is; none waits for an answer.
  const begun = Date.now() / 1000
  const sending = [...typed, ...behind].flatMap(({ text, ...key }, n) => {
    const sent = { ...key, timestamp: begun + n * 0.008 }
    return [
      session.send('Input.dispatchKeyEvent', {
        type: text === undefined ? 'rawKeyDown' : 'keyDown',
        ...sent,
        ...(text !== undefined && { text }),
      }),
      session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...sent }),
    ]
  })
  await Promise.all(sending)
  await session.detach()
}
