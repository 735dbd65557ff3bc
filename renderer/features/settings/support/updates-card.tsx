import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type UpdateStatus, updateSettingsSchema } from '../../../../shared/updates'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { formatMoment } from '../../../i18n/clock-time'
import { useDraft } from '../../../stores/settings-drafts'
import { useTill } from '../../../stores/till-store'
import { useMay } from '../../../stores/use-staff'
import { typedText } from '../../../typing/typed-text'
import { CallButton } from '../../../ui/call-button'
import { Field } from '../../../ui/field'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/notice'
import { Group, SaveBar } from '../group'
import styles from '../settings.module.css'
import support from './support.module.css'

/** Newer versions: the address for the owner, and what came from there for a manager. */
export function UpdatesCard() {
  const { t } = useTranslation()
  const isOwner = useMay('owner')
  const { status } = useTill(state => state.updates)
  const isWorking = status.name === 'checking' || status.name === 'downloading'
  return (
    <Group title={t('updates.title')} text={t('updates.text')}>
      {isOwner && <UpdateAddressForm />}
      <UpdateState status={status} />
      {status.name !== 'off' && status.name !== 'ready' && (
        <div>
          <CallButton busy={isWorking} call={till.updates.check}>
            {t('live.action.check-now')}
          </CallButton>
        </div>
      )}
    </Group>
  )
}

/** Whether there is a newer version, and what a manager can do. */
function UpdateState({ status }: { status: UpdateStatus }) {
  const { t, i18n } = useTranslation()
  const version = useTill(state => state.version)
  const time = 'at' in status ? formatMoment(status.at, i18n.language) : ''
  if (status.name === 'refused')
    return (
      <Notice tone="bad" icon="warn" title={t('updates.refused.title')} alert>
        <p>{t(`updates.refused.${status.why}`)}</p>
        <p>{t('updates.refused.money', { version, time })}</p>
      </Notice>
    )
  if (status.name === 'ready')
    return (
      <Notice tone="brand" icon="check" title={t('updates.state.ready', { ...status })}>
        {status.by === 'till' ? (
          <ForTill chosen={status.chosen} />
        ) : (
          <ForPerson file={status.file} />
        )}
      </Notice>
    )
  return <output>{t(`updates.state.${status.name}`, { version, ...status, time })}</output>
}

function ForTill({ chosen }: { chosen: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t(chosen ? 'updates.state.chosen' : 'updates.state.readyTill')}</p>
      <div className={layout.wrap3}>
        <CallButton
          variant="primary"
          enter={false}
          call={() => till.updates.choose({ install: 'now' })}
        >
          {t('updates.installNow')}
        </CallButton>
        <CallButton call={() => till.updates.choose({ install: chosen ? 'not' : 'at-close' })}>
          {t(chosen ? 'updates.notAtClose' : 'updates.atClose')}
        </CallButton>
      </div>
    </>
  )
}

/** On Linux the computer's own installer takes the package. */
function ForPerson({ file }: { file: string }) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('updates.state.readyPerson')}</p>
      <p className={layout.path}>{file}</p>
      <div>
        <CallButton call={till.updates.showInFolder}>{t('app.showFile')}</CallButton>
      </div>
      <p>{t('updates.state.command')}</p>
      <pre className={support.command}>{installCommand(file)}</pre>
    </>
  )
}

/** Both find what the package needs. The path may hold blanks. */
function installCommand(file: string): string {
  const quoted = `'${file.replaceAll("'", "'\\''")}'`
  return file.endsWith('.rpm') ? `sudo dnf install ${quoted}` : `sudo apt install ${quoted}`
}

/** Where newer versions are, and the key that signs them. */
function UpdateAddressForm() {
  const { t } = useTranslation()
  const { address, publicKey } = useTill(state => state.updates)
  const draft = useDraft<Typed>('support', 'updates', { address, publicKey })
  const typed = draft.value
  const [pressed, setPressed] = useState(false)
  const [saved, setSaved] = useState(false)
  const { run, busy, failure } = useCall(
    () => till.updates.save(trimmed(typed)),
    () => {
      setSaved(true)
      draft.noteSaved()
    },
  )
  const isBad = isBadKey(typed)
  const change = (part: Partial<typeof typed>) => {
    setSaved(false)
    draft.change(part)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setPressed(true)
    if (!isBad) run()
  }
  return (
    <form className={styles.within} onSubmit={submit} noValidate>
      <Field
        label={t('updates.address')}
        aside={t('app.optional')}
        hint={t('updates.addressHint')}
        inputMode="url"
        maxLength={300}
        value={typed.address}
        onChange={event => change({ address: typedText(event) })}
      />
      <Field
        label={t('updates.publicKey')}
        hint={t('updates.publicKeyHint')}
        error={pressed && isBad ? t('updates.publicKeyHint') : null}
        maxLength={60}
        value={typed.publicKey}
        onChange={event => change({ publicKey: typedText(event) })}
      />
      <SaveBar {...{ busy, failure }} done={saved} discard={draft.discard} />
    </form>
  )
}

type Typed = { address: string; publicKey: string }

const trimmed = ({ address, publicKey }: Typed): Typed => ({
  address: address.trim(),
  publicKey: publicKey.trim(),
})

/** No key is right as long as there is no address. */
function isBadKey(typed: Typed): boolean {
  const { address, publicKey } = trimmed(typed)
  if (!updateSettingsSchema.shape.publicKey.safeParse(publicKey).success) return true
  return address !== '' && publicKey === ''
}
