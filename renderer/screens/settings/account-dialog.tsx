import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Choice } from '../../parts/choice'
import { Dialog } from '../../parts/dialog'

/** Whose the new keys are. */
export type AccountAnswer = 'same' | 'other'

interface AccountDialogProps {
  open: boolean
  onClose: () => void
  onAnswer: (account: AccountAnswer) => void
}

/**
 * Asks whether new keys belong to the account that the open sales were sent with. The till cannot
 * know, and a sale that is retried with another account's keys could be charged twice (money rule 3).
 */
export function AccountDialog({ open, onClose, onAnswer }: AccountDialogProps) {
  const { t } = useTranslation()
  const [account, setAccount] = useState<AccountAnswer | null>(null)
  const [pressed, setPressed] = useState(false)
  const close = () => {
    setAccount(null)
    setPressed(false)
    onClose()
  }
  const go = () => {
    setPressed(true)
    if (account === null) return
    close()
    onAnswer(account)
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('settings.account.title')}
      text={t('settings.account.text')}
      confirm={t('settings.account.confirm')}
      onConfirm={go}
    >
      <Choice
        label={t('settings.account.title')}
        value={account}
        options={[
          {
            value: 'same',
            label: t('settings.account.same'),
            text: t('settings.account.sameText'),
          },
          {
            value: 'other',
            label: t('settings.account.other'),
            text: t('settings.account.otherText'),
          },
        ]}
        error={pressed && account === null ? t('settings.account.unsaid') : null}
        onChange={setAccount}
      />
    </Dialog>
  )
}
