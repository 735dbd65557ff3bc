import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { updateSettingsSchema } from '../../../../shared/updates'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useTill } from '../../../stores/till-store'
import { Field } from '../../../ui/field'
import { SaveBar } from '../save-bar'
import styles from '../settings.module.css'

/** Where newer versions are, and the key that signs them. */
export function UpdateAddressForm() {
  const { t } = useTranslation()
  const { address, publicKey } = useTill(state => state.updates)
  const [typed, setTyped] = useState({ address, publicKey })
  const [pressed, setPressed] = useState(false)
  const [saved, setSaved] = useState(false)
  const { run, busy, failure } = useCall(() => till.updates.save(trimmed(typed)))
  const isBad = isBadKey(typed)
  const change = (part: Partial<typeof typed>) => {
    setSaved(false)
    setTyped(before => ({ ...before, ...part }))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setPressed(true)
    if (isBad) return
    const result = await run()
    if (result?.ok) setSaved(true)
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
        onChange={event => change({ address: event.target.value })}
      />
      <Field
        label={t('updates.publicKey')}
        hint={t('updates.publicKeyHint')}
        error={pressed && isBad ? t('updates.publicKeyHint') : null}
        maxLength={60}
        value={typed.publicKey}
        onChange={event => change({ publicKey: event.target.value })}
      />
      <SaveBar busy={busy} done={saved} failure={failure} />
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
