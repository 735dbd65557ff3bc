import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { till } from '../../bridge/till'
import { type CallState, useCall } from '../../hooks/use-call'
import { FailureNotice } from '../../ui/failure-notice'
import { SecretField } from '../../ui/secret-field'

interface StartOver extends Pick<CallState<[], null>, 'busy' | 'failure'> {
  secret: string
  type: (secret: string) => void
  run: () => Promise<boolean>
}

/** The way out where no owner can get in: proof by what only the owner has. */
export function useStartOver(): StartOver {
  const [secret, type] = useState('')
  const { run, busy, failure } = useCall(() => till.staff.startOver({ proof: secret }))
  return { secret, type, busy, failure, run: async () => (await run())?.ok ?? false }
}

/** Where the API secret is typed for it, and what was wrong with it. */
export function StartOverFields({ secret, type, failure }: StartOver) {
  const { t } = useTranslation()
  return (
    <>
      <SecretField
        label={t('settings.connection.apiSecret')}
        hint={t('staff.anew.noKeys')}
        value={secret}
        maxLength={500}
        onChange={event => type(event.target.value)}
      />
      {failure && <FailureNotice failure={failure} />}
    </>
  )
}
