import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SupportFile } from '../../../../shared/support-file'
import { till } from '../../../bridge/till'
import { useTill } from '../../../stores/till-store'
import { CallButton } from '../../../ui/call-button'
import { CallDialog } from '../../../ui/call-dialog'
import { CloudNote } from '../../../ui/cloud-note'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/notice'
import { Group } from '../group'
import styles from './support.module.css'

/** Which version this is, and the file for the person who helps the shop: its content is read here before it is saved. */
export function SupportTab() {
  const { t } = useTranslation()
  const version = useTill(state => state.version)
  const [collected, setCollected] = useState<readonly SupportFile[] | null>(null)
  const [saved, setSaved] = useState<string | null>(null)
  const collect = () => {
    setSaved(null)
    return till.support.collect()
  }
  return (
    <>
      <Group title={t('settings.support.about')} text={t('settings.version', { version })} />
      <Group title={t('settings.support.file')} text={t('settings.support.text')}>
        <div>
          <CallButton icon="save" call={collect} onDone={setCollected}>
            {t('settings.support.collect')}
          </CallButton>
        </div>
        {saved !== null && (
          <Notice tone="brand" icon="check" title={t('settings.support.saved')}>
            <p className={layout.path}>{saved}</p>
            <CloudNote file={saved} />
            <CallButton call={till.support.showInFolder}>{t('exportFile.show')}</CallButton>
          </Notice>
        )}
        {collected !== null && (
          <CallDialog
            onClose={() => setCollected(null)}
            title={t('settings.support.review')}
            text={t('settings.support.reviewText')}
            confirm={t('settings.support.save')}
            call={till.support.save}
            onDone={file => {
              setCollected(null)
              setSaved(file)
            }}
          >
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what it can focus */}
            <div className={styles.contents} tabIndex={0}>
              {collected.map(({ name, text }) => (
                <section key={name} aria-label={name}>
                  <h3>{name}</h3>
                  <pre>{text}</pre>
                </section>
              ))}
            </div>
          </CallDialog>
        )}
      </Group>
    </>
  )
}
