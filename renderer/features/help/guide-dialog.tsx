import { type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { type GuidePage, guidePages, openGuide, useGuide } from '../../stores/guide-store'
import { useTill } from '../../stores/till-store'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import dialog from '../../ui/dialog.module.css'
import styles from './guide.module.css'
import type { GuideBlock, GuideText } from './guide-block'
import { useGuidePages } from './use-pages'

/** The page of the guide that is open over the screen; nothing where none is. */
export function GuideDialog() {
  const { page } = useGuide()
  return page && <Loaded page={page} />
}

function Loaded({ page }: { page: GuidePage }) {
  const pages = useGuidePages()
  return pages && createPortal(<Open page={page} pages={pages} />, document.body)
}

interface OpenProps {
  page: GuidePage
  pages: NonNullable<ReturnType<typeof useGuidePages>>
}

function Open({ page, pages }: OpenProps) {
  const { t } = useTranslation()
  const language = useTill(({ settings }) => settings.display.language)
  const id = useId()
  const box = useRef<HTMLDialogElement>(null)
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!box.current?.open) box.current?.showModal()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its beginning
  useEffect(() => {
    if (text.current) text.current.scrollTop = 0
    text.current?.focus()
  }, [page])
  const close = () => useGuide.setState({ page: null })
  const [, ...blocks] = pages.pageOf(page, language)
  return (
    <dialog
      ref={box}
      className={classNames(dialog.box, styles.box)}
      aria-labelledby={id}
      onClose={close}
    >
      {/* It scrolls, so the arrow keys have to reach it. */}
      <div ref={text} className={dialog.form} tabIndex={-1}>
        <h2 id={id} className={dialog.title}>
          {pages.titleOf(page, language)}
        </h2>
        {blocks.map((block, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page never changes
          <Block key={n} block={block} />
        ))}
        <div className={dialog.buttons}>
          <Button variant="primary" onClick={close}>
            {t('app.close')}
          </Button>
        </div>
      </div>
    </dialog>
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
            // biome-ignore lint/suspicious/noArrayIndexKey: a page never changes
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
