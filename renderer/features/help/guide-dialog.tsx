import type { ReactNode } from 'react'
import { type GuidePage, guidePages, openGuide, useGuide } from '../../stores/guide-store'
import { useTill } from '../../stores/till-store'
import styles from './guide.module.css'
import type { GuideBlock, GuideText } from './guide-block'
import { TextDialog } from './text-dialog'
import { useGuidePages } from './use-pages'

/** The page of the guide that is open over the screen; nothing where none is. */
export function GuideDialog() {
  const { page } = useGuide()
  return page && <Loaded page={page} />
}

function Loaded({ page }: { page: GuidePage }) {
  const pages = useGuidePages()
  const language = useTill(({ settings }) => settings.display.language)
  if (!pages) return null
  const [, ...blocks] = pages.pageOf(page, language)
  return (
    <TextDialog
      title={pages.titleOf(page, language)}
      className={styles.box}
      onClose={() => useGuide.setState({ page: null })}
    >
      {blocks.map((block, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block holds no state, and none moves within its page
        <Block key={n} block={block} />
      ))}
    </TextDialog>
  )
}

function Block({ block }: { block: GuideBlock }): ReactNode {
  switch (block.is) {
    case 'heading':
      return <h3>{block.text}</h3>
    case 'text':
      return (
        <p>
          <Pieces of={block.of} />
        </p>
      )
    case 'picture':
      return <img className={styles.picture} src={block.address} alt={block.shows} />
    case 'list':
    case 'steps': {
      const List = block.is === 'steps' ? 'ol' : 'ul'
      return (
        <List className={styles.list}>
          {block.of.map((item, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a block holds no state, and none moves within its page
            <li key={n}>
              <Pieces of={item} />
            </li>
          ))}
        </List>
      )
    }
  }
}

function Pieces({ of }: { of: readonly GuideText[] }): ReactNode {
  return of.map(piece => {
    if (typeof piece === 'string') return piece
    if ('strong' in piece) return <b key={piece.strong}>{piece.strong}</b>
    if ('em' in piece) return <i key={piece.em}>{piece.em}</i>
    const page = guidePages.find(each => piece.link === `${each}.md`)
    if (page === undefined) return piece.text
    return (
      <button key={page} type="button" className={styles.link} onClick={() => openGuide(page)}>
        {piece.text}
      </button>
    )
  })
}
