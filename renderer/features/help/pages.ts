import type { Language } from '../../../shared/language'
import type { GuidePage } from '../../stores/guide-store'
import type { GuideBlock } from './guide-block'

type Pages = Readonly<Record<string, readonly GuideBlock[]>>

const pages: Pages = import.meta.glob('../../../docs/guide/*/*.md', {
  import: 'default',
  eager: true,
})

/** What a page says. A page that is missing would be an empty one: a test has them all. */
export function pageOf(page: GuidePage, language: Language): readonly GuideBlock[] {
  return pages[`../../../docs/guide/${language}/${page}.md`] ?? []
}

/** The question that a page answers. */
export function titleOf(page: GuidePage, language: Language): string {
  const [first] = pageOf(page, language)
  return first?.is === 'heading' ? first.text : page
}
