import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../parts/button'
import styles from './copy-reference.module.css'

/** The service's reference, to be copied into a message to the service. */
export function CopyReference({ text }: { text: string }) {
  const { t } = useTranslation()
  const shown = useRef<HTMLElement>(null)
  const [said, setSaid] = useState('')
  const copy = async () => {
    const copied = await copyText(text).catch(() => false)
    if (!copied && shown.current) getSelection()?.selectAllChildren(shown.current)
    setSaid(copied ? t('story.copied') : t('story.copyFailed'))
  }
  return (
    <div className={styles.reference}>
      <b ref={shown}>{text}</b>
      <Button icon="copy" className={styles.copy} onClick={copy}>
        {t('story.copy')}
      </Button>
      <output>{said}</output>
    </div>
  )
}

/** The till denies its windows every permission; where that includes the clipboard, this says so. */
async function copyText(text: string): Promise<boolean> {
  await navigator.clipboard.writeText(text)
  return true
}
