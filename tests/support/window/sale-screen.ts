import type { Page } from '@playwright/test'
import type { LiveAction } from '../../../renderer/sale-status/screen-content'
import en from '../../../resources/languages/en.json' with { type: 'json' }
import sw from '../../../resources/languages/sw.json' with { type: 'json' }
import { calls } from './bridge'
import { expect } from './test'

const files = { en, sw }
type Language = keyof typeof files

/** The buttons for the money and the goods of a sale. */
const offers = [
  ...['hand-over', 'give-back', 'resolve', 'take-cash'],
  ...['chargeAgain', 'takeRest', 'sellAgain', 'undo'],
] as const satisfies (LiveAction | 'undo')[]
type Offer = (typeof offers)[number]

/** What the screen of a payment says. Texts are keys of the language files: see `textIn`. */
export interface Says {
  state: string
  /** What it means for the money: `live.meaning.<key>`. */
  means: keyof (typeof en)['live']['meaning']
  green?: true
  /** The advice to the cashier: `live.advice.<key>`. */
  advice?: string
  /** The money of the sale, where it comes in parts. */
  parts?: string
  /** Other texts that are on the screen. */
  shows?: readonly string[]
  /** Texts that would be untrue here. */
  hides?: readonly string[]
  /** All of the buttons for money and goods that it shows. */
  offers: readonly Offer[]
  /** The sale's state in the list of recent payments. */
  row?: string
  /** The sale needs attention. */
  asks?: true
}

/**
 * A text in a language: each key of the language files in it is replaced by its text. After `~` the text begins with a small
 * letter. What follows in braces fills the places in the text: `live.advice.partTaken{TZS 5,500}`.
 */
function textIn(language: Language, text: string): string {
  return text.replace(/(~?)((?:[a-z]\w*\.)+[\w-]+)(?:\{([^}]*)\})?/g, (_, small, key, value) => {
    const found = key
      .split('.')
      .reduce(
        (at: unknown, name: string) => (at as Record<string, unknown>)?.[name],
        files[language],
      )
    if (typeof found !== 'string') throw new Error(`No text is called ${key}`)
    const filled = found.replace(/\{\{\w+\}\}/g, value ?? anyTime)
    return small === '' ? filled : filled.charAt(0).toLowerCase() + filled.slice(1)
  })
}

/** Stands for each time of day. */
const anyTime = '00:00'

/** Shows the till in this language from now on. */
export async function showIn(page: Page, language: Language): Promise<void> {
  const display = { language, theme: language === 'en' ? 'light' : 'dark', textSize: '100' }
  await calls(page, 'kaunta:settings.saveDisplay', [display])
  await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' })
}

/**
 * Waits until the payment on the screen says all this, in each language. Then the till is in English again. `asking`: how
 * many sales need attention.
 */
export async function expectSays(
  page: Page,
  name: string,
  says: Says,
  asking: number,
): Promise<void> {
  try {
    for (const language of ['en', 'sw'] as const) {
      await showIn(page, language)
      const found = () => readScreen(page, language, says)
      await expect
        .poll(found, { message: `${name}, ${language}`, timeout: 5_000 })
        .toEqual(expected(language, says, asking))
    }
  } finally {
    await showIn(page, 'en')
  }
}

function expected(language: Language, says: Says, asking: number): Screen {
  const { advice, parts, row } = says
  return {
    state: textIn(language, says.state),
    means: textIn(language, `live.meaning.${says.means}`),
    green: says.green ?? false,
    advice: advice === undefined ? '' : textIn(language, `live.advice.${advice}`),
    parts: parts === undefined ? '' : textIn(language, parts),
    row: row === undefined ? '' : textIn(language, row),
    missing: [],
    untrue: [],
    offers: offers.filter(each => says.offers.includes(each)),
    asking: asking === 0 ? '' : textIn(language, `attention.count{${asking}}`),
  }
}

interface Screen extends Record<'state' | 'means' | 'advice' | 'parts' | 'row', string> {
  green: boolean
  /** Texts that are expected, and are not on the screen. */
  missing: string[]
  untrue: string[]
  offers: Offer[]
  /** The button with the number of sales that need attention. */
  asking: string
}

async function readScreen(page: Page, language: Language, says: Says): Promise<Screen> {
  const { shows = [], hides = [], row } = says
  const read = await page.evaluate(readPage, [
    textIn(language, 'live.partOf{}').trim(),
    textIn(language, 'attention.count{}').trim(),
  ] as [string, string])
  const all = plain(read.all)
  const pressed = read.buttons.map(plain)
  const nameOf = (offer: Offer) => (offer === 'undo' ? 'live.undo' : `live.action.${offer}`)
  // *Undo* is there for one minute: it is compared only where a case expects it.
  const ignored = says.offers.includes('undo') ? null : 'undo'
  return {
    state: plain(read.state),
    means: plain(read.means),
    green: read.green,
    advice: plain(read.advice),
    parts: plain(read.parts),
    missing: shows.map(text => textIn(language, text)).filter(text => !all.includes(text)),
    row: row === undefined ? '' : plain(read.row),
    untrue: hides.map(text => textIn(language, text)).filter(text => all.includes(text)),
    offers: offers.filter(
      each => each !== ignored && pressed.includes(textIn(language, nameOf(each))),
    ),
    asking: plain(read.asking),
  }
}

/** Removes the invisible marks around names, and replaces times of day, which differ in each run. */
function plain(text: string): string {
  return text
    .replace(/[\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\d\d:\d\d(:\d\d)?/g, anyTime)
    .trim()
}

/** Runs in the window: only texts come back. */
function readPage([partOf, attention]: [string, string]) {
  const textOf = (found: Element | null | undefined) => found?.textContent ?? ''
  const main = document.querySelector('main')
  const section = main?.querySelector('section') ?? document.body
  const state = section.querySelector('header output')
  const tone = (name: string, of: Element) => getComputedStyle(of).getPropertyValue(name).trim()
  const advice = section.querySelector('[role="note"] p:not([aria-live])')
  const parts = [...section.querySelectorAll('p')].find(each => textOf(each).startsWith(partOf))
  return {
    state: textOf(state?.firstElementChild),
    means: textOf(state?.lastElementChild),
    green: tone('--tone', section) === tone('--paid', document.documentElement),
    advice: textOf(advice),
    parts: textOf(parts),
    all: textOf(section),
    buttons: [...section.querySelectorAll('footer button')].map(
      each => each.getAttribute('aria-label') ?? nameOf(each),
    ),
    row: textOf(document.querySelector('aside [aria-current="true"] b')),
    asking: textOf(
      [...document.querySelectorAll('aside button')].find(each =>
        textOf(each).startsWith(attention),
      ),
    ),
  }

  /** The button's text without the key that is drawn on it. */
  function nameOf(button: Element): string {
    const copy = button.cloneNode(true) as Element
    for (const each of copy.querySelectorAll('[aria-hidden="true"]')) each.remove()
    return textOf(copy)
  }
}

/** The sums of a day, by their names in the language files. */
const sumNames = {
  confirmed: 'day.block.confirmed TZS',
  cash: 'resolvedAs.cash TZS',
  seen: 'resolvedAs.seen TZS',
  unknown: 'day.block.unknown TZS',
  'back by service': 'wayBack.service',
  'back in cash': 'wayBack.cash',
  drawer: 'day.paper.expected',
} as const
export type DaySums = Partial<Record<keyof typeof sumNames, number>>

/**
 * Waits until the page on the screen has these sums, in each language, and says nothing of cash, of money seen by staff and
 * of unknown money where that sum is 0. `others`: other texts that are on the page.
 */
export async function expectDay(
  page: Page,
  sums: DaySums,
  others: readonly string[] = [],
): Promise<void> {
  const main = page.getByRole('main')
  try {
    for (const language of ['en', 'sw'] as const) {
      await showIn(page, language)
      for (const text of [...sumTexts(sums), ...others])
        await expect(main).toContainText(textIn(language, text), { useInnerText: true })
      for (const name of ['cash', 'seen', 'unknown'] as const)
        if ((sums[name] ?? 0) === 0)
          await expect(main).not.toContainText(textIn(language, sumNames[name]), {
            useInnerText: true,
          })
    }
  } finally {
    await showIn(page, 'en')
  }
}

function sumTexts(sums: DaySums): string[] {
  return (Object.keys(sumNames) as (keyof DaySums)[])
    .map(name => ({ name, value: sums[name] ?? 0 }))
    .filter(({ name, value }) => value !== 0 || (name === 'confirmed' && name in sums))
    .map(({ name, value }) => {
      const digits = Math.abs(value).toLocaleString('en-US')
      return `${sumNames[name]} ${value < 0 ? '−' : ''}${digits}`
    })
}
