import { guidePages, openGuide } from '../../stores/guide-store'
import { useTill } from '../../stores/till-store'
import { Button } from '../../ui/button'
import styles from './guide.module.css'
import { useGuidePages } from './use-pages'

/** The questions that the guide answers, one page each. */
export function GuideList() {
  const language = useTill(({ settings }) => settings.display.language)
  const pages = useGuidePages()
  return (
    <ul className={styles.pages}>
      {guidePages.map(page => (
        <li key={page}>
          <Button onClick={() => openGuide(page)}>{pages?.titleOf(page, language)}</Button>
        </li>
      ))}
    </ul>
  )
}
