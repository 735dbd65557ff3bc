import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { GuideText } from '../../../renderer/features/help/guide-block'
import { guidePages } from '../../../renderer/stores/guide-store'
import en from '../../../resources/languages/en.json'
import sw from '../../../resources/languages/sw.json'
import { blocksOf } from '../../../scripts/guide-pages'
import { type Language, languageSchema } from '../../../shared/language'

const project = path.resolve(import.meta.dirname, '..', '..', '..')
const guide = path.join(project, 'docs', 'guide')
const textOf = (language: Language, page: string) =>
  readFileSync(path.join(guide, language, `${page}.md`), 'utf8')

const every = languageSchema.options.flatMap(language =>
  guidePages.map(page => ({ language, page, text: textOf(language, page) })),
)

function valuesOf(node: object): string[] {
  return Object.values(node).flatMap(value =>
    typeof value === 'string' ? [value] : valuesOf(value),
  )
}

const onScreen: Record<Language, ReadonlySet<string>> = {
  en: new Set(valuesOf(en)),
  sw: new Set(valuesOf(sw)),
}

/** `Still to pay: {{rest}}` is called by its first words. */
function isOnScreen(language: Language, text: string): boolean {
  const all = onScreen[language]
  return all.has(text) || [...all].some(one => one.split(/:? (?:\(?\{\{|“)/)[0] === text)
}

const blocks = (text: string) => blocksOf(text, file => file)

function piecesIn(text: string): GuideText[] {
  return blocks(text).flatMap(block => {
    if (block.is === 'text') return block.of
    return block.is === 'list' || block.is === 'steps' ? block.of.flat() : []
  })
}

describe('the guide', () => {
  it.each(languageSchema.options)('has its pages in %s, and no other', language => {
    const files = readdirSync(path.join(guide, language))
    expect(new Set(files)).toEqual(new Set(guidePages.map(page => `${page}.md`)))
  })

  it.each(every)('$language/$page answers one question in under 400 words', ({ text }) => {
    const [first, ...others] = blocks(text)
    expect(first).toMatchObject({ is: 'heading', text: expect.stringMatching(/[?:]/) })
    expect(others.length).toBeGreaterThan(2)
    expect(text.split(/\s+/).filter(word => /\w/.test(word)).length).toBeLessThan(400)
  })

  it.each(every)('$language/$page names buttons and fields as the screen does', each => {
    const named = piecesIn(each.text).flatMap(piece =>
      typeof piece === 'object' && 'strong' in piece ? [piece.strong.replace(/\s+/g, ' ')] : [],
    )
    expect(named.filter(name => !isOnScreen(each.language, name))).toEqual([])
  })

  it.each(every)('$language/$page links pages, documents and pictures that are there', each => {
    const links = piecesIn(each.text)
      .flatMap(piece => (typeof piece === 'object' && 'link' in piece ? [piece.link] : []))
      .filter(link => !link.startsWith('https://'))
    const pictures = blocks(each.text).flatMap(block =>
      block.is === 'picture' ? [block.address] : [],
    )
    const missing = [...links, ...pictures].filter(
      file => !existsSync(path.join(guide, each.language, file)),
    )
    expect(missing).toEqual([])
    expect(pictures.filter(file => !file.startsWith(`../pictures/${each.language}/`))).toEqual([])
  })

  it.each(guidePages)('%s has the same parts in both languages', page => {
    const shape = (language: Language) => blocks(textOf(language, page)).map(({ is }) => is)
    // The second part of a Swahili page says that nobody who speaks it has read it yet.
    expect(shape('sw').toSpliced(1, 1)).toEqual(shape('en'))
    expect(textOf('sw', page)).toContain('(not yet read by a Swahili speaker)')
  })

  it('has an index of its pages by their titles', () => {
    const index = readFileSync(path.join(guide, 'README.md'), 'utf8')
    const links = every.map(({ language, page, text }) => {
      const [title = ''] = text.split('\n')
      return `[${title.slice(2)}](${language}/${page}.md)`
    })
    expect(links.filter(link => !index.includes(link))).toEqual([])
  })

  it('shows each picture that a test takes, and no other', () => {
    const test = readFileSync(
      path.join(project, 'tests/e2e/page/guide-pictures.deep.test.ts'),
      'utf8',
    )
    const taken = [...test.matchAll(/picture\((?:first\.)?page, '([\w-]+)'/g)].map(
      ([, name]) => name,
    )
    for (const language of languageSchema.options) {
      const kept = readdirSync(path.join(guide, 'pictures', language))
      expect(new Set(kept), language).toEqual(new Set(taken.map(name => `${name}.png`)))
      const shown = every.filter(each => each.language === language).map(({ text }) => text)
      expect(kept.filter(name => !shown.some(text => text.includes(`/${name})`)))).toEqual([])
    }
  })
})
