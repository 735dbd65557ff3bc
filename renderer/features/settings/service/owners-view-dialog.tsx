import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnersViewTest } from '../../../../shared/shop-database'
import { till } from '../../../bridge/till'
import { secretText } from '../../../typing/typed-text'
import { CallDialog } from '../../../ui/call-dialog'
import { Notice } from '../../../ui/notice'
import { SecretField } from '../../../ui/secret-field'
import { InSight } from '../group'
import { faultText } from './administrators-address'

/** Makes this computer the owner's view of the shop, in place of a till that takes no payments. */
export function OwnersViewDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [address, setAddress] = useState('')
  const [refused, setRefused] = useState<Exclude<OwnersViewTest, { result: 'works' }> | null>(null)
  const open = () => {
    const isMissing = address.trim() === ''
    setRefused(isMissing ? { result: 'bad-address', fault: 'not-an-address' } : null)
    return isMissing ? null : till.shop.openOwnersView({ address })
  }
  return (
    <CallDialog
      onClose={onClose}
      title={t('ownersView.open')}
      text={<p>{t('ownersView.text')}</p>}
      confirm={t('ownersView.confirm')}
      call={open}
      onDone={answer => (answer.result === 'works' ? onClose() : setRefused(answer))}
    >
      <SecretField
        label={t('ownersView.address')}
        hint={t('ownersView.addressHint')}
        value={address}
        maxLength={1_000}
        onChange={event => setAddress(secretText(event))}
      />
      {refused && (
        <InSight>
          <Notice
            tone="unknown"
            icon="warn"
            title={refused.result === 'no-owner' ? t('ownersView.noOwner') : faultText(refused, t)}
            alert
          />
        </InSight>
      )}
    </CallDialog>
  )
}
