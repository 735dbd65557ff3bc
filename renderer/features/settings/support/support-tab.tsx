import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SupportFile } from '../../../../shared/support-file'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useTill } from '../../../stores/till-store'
import { CallButton } from '../../../ui/call-button'
import { Dialog } from '../../../ui/dialog'
import { FailureNotice } from '../../../ui/failure-notice'
import { Notice } from '../../../ui/notice'
import { Group } from '../group'
import styles from './support.module.css'

/** Which version this is, and the file for the person who helps the shop. */
export function SupportTab() {
  const { t } = useTranslation()
  const version = useTill(state => state.version)
  return (
    <>
      <Group title={t('settings.support.about')} text={t('settings.version', { version })} />
      <SupportFileGroup />
    </>
  )
}

/** Makes the support file: its content is read here before it is saved. */
function SupportFileGroup() {
  const { t } = useTranslation()
  const [collected, setCollected] = useState<readonly SupportFile[] | null>(null)
  const [saved, setSaved] = useState<string | null>(null)
  const saving = useCall(() => till.support.save())
  const collect = () => {
    setSaved(null)
    return till.support.collect()
  }
  const save = async () => {
    const result = await saving.run()
    setCollected(null)
    if (result?.ok) setSaved(result.value)
  }
  return (
    <Group title={t('settings.support.file')} text={t('settings.support.text')}>
      <div>
        <CallButton icon="save" call={collect} onDone={setCollected}>
          {t('settings.support.collect')}
        </CallButton>
      </div>
      {saving.failure && <FailureNotice failure={saving.failure} />}
      {saved !== null && (
        <Notice tone="brand" icon="check" title={t('settings.support.saved')}>
          <p className={styles.path}>{saved}</p>
          <CallButton call={till.support.showInFolder}>{t('exportFile.show')}</CallButton>
        </Notice>
      )}
      {collected !== null && (
        <Dialog
          onClose={() => setCollected(null)}
          title={t('settings.support.review')}
          text={t('settings.support.reviewText')}
          confirm={t('settings.support.save')}
          busy={saving.busy}
          onConfirm={save}
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
        </Dialog>
      )}
    </Group>
  )
}
