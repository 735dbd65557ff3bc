import type { Page } from '@playwright/test'

/** A keyboard that knows how often it was pressed; only what a number pad has, unless told. */
export interface CountedKeys {
  /** Types characters, a key each. Throws for one that a number pad has not. */
  type(text: string): Promise<void>
  press(key: 'Enter' | 'Shift+Tab' | 'Tab' | 'ArrowRight' | 'ArrowDown'): Promise<void>
  count(): number
}

const onPad: Readonly<Record<string, string>> = { '+': 'NumpadAdd', '*': 'NumpadMultiply' }

/** Counts every key from now on. Enter is the number pad's own. */
export function countKeys(page: Page): CountedKeys {
  let pressed = 0
  const press = async (key: string) => {
    pressed += 1
    await page.keyboard.press(key)
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
