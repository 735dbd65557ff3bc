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

/** What a scanner sends behind a code. */
const ends = {
  Enter: [{ keyCode: 'Enter' }],
  Tab: [{ keyCode: 'Tab' }],
  'Ctrl+J': [{ keyCode: 'J', modifiers: ['control' as const] }],
  nothing: [],
}

export type ScanEnd = keyof typeof ends

interface SentKey {
  keyCode: string
  modifiers?: 'control'[]
}

/** As a scanner does: all keys within a few milliseconds, and what it ends with. */
export async function scan(
  { app, page }: Till,
  code: string,
  end: ScanEnd = 'Enter',
): Promise<void> {
  const keys: SentKey[] = [...[...code].map(keyCode => ({ keyCode })), ...ends[end]]
  const window = await app.browserWindow(page)
  await window.evaluate(({ webContents }, sent) => {
    for (const key of sent) {
      webContents.sendInputEvent({ type: 'keyDown', ...key })
      if (key.keyCode.length === 1 && !key.modifiers)
        webContents.sendInputEvent({ type: 'char', ...key })
      webContents.sendInputEvent({ type: 'keyUp', ...key })
    }
  }, keys)
}
