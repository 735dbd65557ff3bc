import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('../../../renderer/ui/theme/tokens.css', import.meta.url), 'utf8')

/** The plain colours of one theme: one for both, or `light-dark(…, …)`. */
function tokens(theme: 'light' | 'dark'): Map<string, string> {
  const block = css.split('color-scheme: light;')[1]?.split('}')[0] ?? ''
  const colour = /--([\w-]+): (?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6})\))?;/g
  return new Map(
    [...block.matchAll(colour)].map(([, name = '', light = '', dark = light]) => [
      name,
      theme === 'light' ? light : dark,
    ]),
  )
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(start => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['paper', 'card', 'practice-paper', 'sandbox-paper']
const tones = ['waiting', 'pending', 'unknown', 'paid', 'bad', 'expired', 'brand']

/** Text and its background (WCAG AA: 4.5 to 1). */
const pairs: [string, string][] = [
  ...['ink', 'ink-2', 'ink-3'].flatMap(ink =>
    grounds.map((ground): [string, string] => [ink, ground]),
  ),
  ...tones.flatMap((tone): [string, string][] => [
    [tone, 'card'],
    [tone, `${tone}-soft`],
    ['ink', `${tone}-soft`],
  ]),
  ...[1, 2, 3, 4, 5, 6].map((hue): [string, string] => ['card', `hue-${hue}`]),
  ['ink-2', 'sunk'],
  ['ink-2', 'sandbox-sunk'],
  ['brand-ink', 'brand'],
  ['action-ink', 'action'],
  ['action-ink', 'action-hover'],
  ['practice-ink', 'practice'],
  ['sandbox-ink', 'sandbox'],
]

describe.each(['light', 'dark'] as const)('the %s colours', theme => {
  const colours = tokens(theme)
  const colour = (name: string | undefined) => colours.get(name ?? '') ?? ''

  it.each(pairs)('%s can be read on %s', (text, ground) => {
    expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.5)
  })

  it('show the edges of fields and the focus (3 to 1)', () => {
    for (const ground of grounds)
      for (const edge of ['edge', 'focus'])
        expect(contrast(colour(edge), colour(ground)), `${edge} ${ground}`).toBeGreaterThan(3)
  })
})
