import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BackupContent, SalesCount } from '../../../../shared/backup'
import { shortestPassphrase } from '../../../../shared/passphrase'
import { till } from '../../../bridge/till'
import { useAnswer } from '../../../hooks/use-answer'
import { formatMoment } from '../../../i18n/clock-time'
import { secretText } from '../../../typing/typed-text'
import { CallButton } from '../../../ui/call-button'
import { CallDialog } from '../../../ui/call-dialog'
import { Choice } from '../../../ui/choice'
import { Facts } from '../../../ui/facts'
import { Field } from '../../../ui/field'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/notice'
import styles from './support.module.css'

/** Goes on from a backup: the file, what opens it, what is in it, and only then the question. */
export function RestoreDialog({ onClose }: { onClose: () => void }) {
  const [content, setContent] = useState<BackupContent | null>(null)
  const close = () => {
    void till.backup.cancel()
    onClose()
  }
  return content === null ? (
    <OpenBackup onClose={close} onOpened={setContent} />
  ) : (
    <Confirm content={content} onClose={close} />
  )
}

interface OpenBackupProps {
  onClose: () => void
  onOpened: (content: BackupContent) => void
}

function OpenBackup({ onClose, onOpened }: OpenBackupProps) {
  const { t } = useTranslation()
  const [file, setFile] = useState<string | null>(null)
  const [aside, setAside] = useState<string | null>(null)
  const [passphrase, setPassphrase] = useState('')
  const [pressed, setPressed] = useState(false)
  const isNothingChosen = file === null && aside === null
  // The keychain of this computer may open what is on it.
  const isSecretMissing = passphrase === '' && aside === null
  const open = () => {
    setPressed(true)
    return isNothingChosen || isSecretMissing ? null : inspect(aside, passphrase)
  }
  return (
    <CallDialog
      onClose={onClose}
      title={t('backup.card.restore')}
      text={<p>{t('backup.restore.text')}</p>}
      confirm={t('backup.restore.open')}
      call={open}
      onDone={onOpened}
    >
      <div>
        <CallButton
          icon="search"
          call={till.backup.choose}
          onDone={chosen => {
            if (chosen === null) return
            setFile(chosen)
            setAside(null)
          }}
        >
          {t('backup.restore.choose')}
        </CallButton>
        <p className={layout.path} role={pressed && isNothingChosen ? 'alert' : undefined}>
          {file ?? t('backup.restore.none')}
        </p>
      </div>
      <SetAsideTills
        chosen={aside}
        onChoose={name => {
          setAside(name)
          setFile(null)
        }}
      />
      <Field
        label={t('backup.restore.passphrase')}
        type="password"
        autoComplete="off"
        value={passphrase}
        maxLength={500}
        error={pressed && isSecretMissing ? t('app.empty') : null}
        onChange={event => setPassphrase(secretText(event))}
      />
    </CallDialog>
  )
}

/** Reads what was chosen: a till that was set aside, by its name, or the backup's file. */
async function inspect(aside: string | null, passphrase: string) {
  const chosen = aside === null ? null : await till.backup.chooseSetAside({ name: aside })
  return chosen?.ok === false ? chosen : till.backup.inspect({ passphrase })
}

interface SetAsideTillsProps {
  chosen: string | null
  onChoose: (name: string) => void
}

/** The tills of this computer that another one took the place of; nothing where there is none. */
function SetAsideTills({ chosen, onChoose }: SetAsideTillsProps) {
  const { t, i18n } = useTranslation()
  const { value: tills } = useAnswer(till.backup.setAside, 'set-aside')
  if (tills === null || tills.length === 0) return null
  const options = tills.map(({ name, at, open }) => ({
    value: name,
    label: t('backup.restore.goBack', { time: formatMoment(at, i18n.language) }),
    text:
      open === null
        ? t('closed.startEmpty.unknown')
        : t('backup.restore.openThen', { count: open }),
  }))
  return (
    <Choice
      label={t('backup.restore.setAside')}
      value={chosen}
      options={options}
      onChange={onChoose}
    />
  )
}

/** Says what is in the backup and what goes out of use here, before anything is replaced. */
function Confirm({ content, onClose }: { content: BackupContent; onClose: () => void }) {
  const { t } = useTranslation()
  const [passphrase, setPassphrase] = useState('')
  return (
    <CallDialog
      onClose={onClose}
      title={t('backup.restore.content')}
      text={<Content content={content} />}
      confirm={t('backup.restore.confirm')}
      danger={content.newerHere.length > 0}
      call={() => till.backup.restore({ passphrase })}
    >
      {content.needsPassphrase && (
        <Field
          label={t('backup.restore.forTill')}
          hint={t('passphrase.hint', { count: shortestPassphrase })}
          type="password"
          autoComplete="new-password"
          value={passphrase}
          maxLength={500}
          onChange={event => setPassphrase(secretText(event))}
        />
      )}
    </CallDialog>
  )
}

/** What a backup holds, and what a restore takes out of use on this computer. */
function Content({ content }: { content: BackupContent }) {
  const { t, i18n } = useTranslation()
  const { shop, till, madeAt, version, people, newerHere } = content
  const countsOf = ({ kind, sales, open }: SalesCount) =>
    [
      t('backup.restore.sales', { kind: t(`settings.kind.${kind}`) }),
      t('backup.restore.counts', { sales, open }),
    ] as const
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what it can focus
    <div className={styles.content} tabIndex={0}>
      <Facts
        of={[
          [t('settings.group.shop.title'), shop || '–'],
          [t('slip.till'), till],
          [t('backup.restore.madeAt'), formatMoment(madeAt, i18n.language)],
          [t('backup.restore.version'), version],
          [t('settings.group.people.title'), people],
          ...content.payments.map(countsOf),
        ]}
      />
      {newerHere.length > 0 && (
        <Notice tone="unknown" icon="warn" title={t('backup.restore.newer')}>
          <ul>
            {newerHere.map(one => (
              <li key={one}>{t(`backup.restore.newerHere.${one}`)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {content.salesHere.length > 0 && (
        <>
          <strong>{t('backup.restore.here')}</strong>
          <Facts of={content.salesHere.map(countsOf)} />
          <p>{t('backup.restore.aside')}</p>
        </>
      )}
      <p>
        <strong>{t('backup.restore.other')}</strong>
      </p>
    </div>
  )
}
