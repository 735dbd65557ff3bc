import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import styles from './copy-reference.module.css'

/** The service's reference, to be copied into a message to the service. */
export function CopyReference({ text }: { text: string }) {
  const { t } = useTranslation()
  const shown = useRef<HTMLElement>(null)
  const [said, setSaid] = useState('')
  const copy = () => {
    if (shown.current) getSelection()?.selectAllChildren(shown.current)
    setSaid(copySelection() ? t('history.copied') : t('history.copyFailed'))
  }
  return (
    <div className={styles.reference}>
      <b ref={shown}>{text}</b>
      <Button icon="copy" className={styles.copy} onClick={copy}>
        {t('history.copy')}
      </Button>
      <output>{said}</output>
    </div>
  )
}

/**
 * Copies what is selected. The till denies its windows every permission, the clipboard's included; this
 * needs none, because a person has just pressed the button.
 */
function copySelection(): boolean {
  return document.execCommand('copy')
}
