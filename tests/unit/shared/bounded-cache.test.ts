import { describe, expect, it } from 'vitest'
import { BoundedCache } from '../../../shared/bounded-cache'

describe('a cache of at most three', () => {
  const fill = (names: string) => {
    const cache = new BoundedCache<string>(3)
    const made: string[] = []
    const get = (name: string) =>
      cache.get(name, () => {
        made.push(name)
        return name.toUpperCase()
      })
    const got = [...names].map(get)
    return { cache, made: made.join(''), got: got.join('') }
  }

  it.each([
    ['abcabc', 'abc', 3],
    // The fourth begins it again: the first is made once more.
    ['abcd', 'abcd', 1],
    ['abcdad', 'abcda', 2],
    ['abcdeafa', 'abcdeafa', 2],
  ])('asked for %s makes %s', (names, made, size) => {
    const filled = fill(names)
    expect(filled).toMatchObject({ made, got: names.toUpperCase() })
    expect(filled.cache.size).toBe(size)
  })

  it('never keeps more', () => {
    const cache = new BoundedCache<number>(3)
    for (let n = 0; n < 20; n += 1) {
      cache.set(`${n}`, n)
      expect(cache.size).toBeLessThanOrEqual(3)
    }
  })

  it('is empty once it is cleared', () => {
    const { cache } = fill('ab')
    cache.clear()
    expect(cache.get('a', () => 'another')).toBe('another')
  })
})
