import { useTranslation } from 'react-i18next'
import type { OwnersViewTest } from '../../../../shared/shop-database'
import { till } from '../../../bridge/till'
import { CallDialog } from '../../../ui/call-dialog'
import { SecretField } from '../../../ui/secret-field'
import { faultText, Refusal, useShopAddress } from './shop-address'

/** Makes this computer the owner's view of the shop, in place of a till that takes no payments. */
export function OwnersViewDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { field, ask, answer, setAnswer } =
    useShopAddress<Exclude<OwnersViewTest, { result: 'works' }>>()
  return (
    <CallDialog
      onClose={onClose}
      title={t('ownersView.open')}
      text={<p>{t('ownersView.text')}</p>}
      confirm={t('ownersView.confirm')}
      call={() => ask(address => till.shop.openOwnersView({ address }))}
      onDone={done => (done.result === 'works' ? onClose() : setAnswer(done))}
    >
      <SecretField label={t('ownersView.address')} hint={t('ownersView.addressHint')} {...field} />
      {answer && (
        <Refusal
          text={answer.result === 'no-owner' ? t('ownersView.noOwner') : faultText(answer, t)}
        />
      )}
    </CallDialog>
  )
}
