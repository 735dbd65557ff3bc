import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TakenPlace } from '../../../../shared/shop-database'
import { till } from '../../../bridge/till'
import { readRecent } from '../../../stores/follow-main'
import { secretText } from '../../../typing/typed-text'
import { Button } from '../../../ui/button'
import { CallDialog, Paragraphs } from '../../../ui/call-dialog'
import { Choice } from '../../../ui/choice'
import { Notice } from '../../../ui/notice'
import { SecretField } from '../../../ui/secret-field'
import { Group, InSight } from '../group'
import { faultText } from '../service/administrators-address'

/** Goes on as a till that was lost, with what it had sent to the shop database: for the owner alone. */
export function LostTillCard() {
  const { t } = useTranslation()
  const [asking, ask] = useState(false)
  const [found, setFound] = useState<TakenPlace | null>(null)
  return (
    <Group title={t('lostTill.title')} text={t('lostTill.text')}>
      <div>
        <Button onClick={() => ask(true)}>{t('lostTill.open')}</Button>
      </div>
      {found?.result === 'taken' && <Taken taken={found} />}
      {asking && (
        <TakeDialog
          onClose={() => ask(false)}
          onTaken={taken => {
            setFound(taken)
            ask(false)
            // The lost till's payments are this one's now.
            void readRecent()
          }}
        />
      )}
    </Group>
  )
}

interface TakeDialogProps {
  onClose: () => void
  onTaken: (taken: TakenPlace) => void
}

/** What comes and what does not, before anything is done. */
function TakeDialog({ onClose, onTaken }: TakeDialogProps) {
  const { t } = useTranslation()
  const [address, setAddress] = useState('')
  const [refused, setRefused] = useState<TakenPlace | null>(null)
  const [account, setAccount] = useState<'same' | 'other' | null>(null)
  const [pressed, press] = useState(false)
  const take = () => {
    press(true)
    const isMissing = address.trim() === ''
    setRefused(isMissing ? { result: 'bad-address', fault: 'not-an-address' } : null)
    return isMissing || account === null ? null : till.shop.takePlace({ address, account })
  }
  return (
    <CallDialog
      onClose={onClose}
      title={t('lostTill.dialog')}
      text={<Paragraphs of={[t('lostTill.how'), t('lostTill.missing')]} />}
      confirm={t('lostTill.confirm')}
      call={take}
      onDone={answer => (answer.result === 'taken' ? onTaken(answer) : setRefused(answer))}
    >
      <SecretField
        label={t('lostTill.address')}
        hint={t('lostTill.addressHint')}
        value={address}
        maxLength={1_000}
        onChange={event => setAddress(secretText(event))}
      />
      <Choice
        label={t('lostTill.account.label')}
        value={account}
        options={(['same', 'other'] as const).map(value => ({
          value,
          label: t(`lostTill.account.${value}`),
        }))}
        error={pressed && account === null ? t('lostTill.account.unsaid') : null}
        onChange={setAccount}
      />
      {refused && refused.result !== 'taken' && (
        <InSight>
          <Notice
            tone="unknown"
            icon="warn"
            title={
              refused.result === 'fault' || refused.result === 'bad-address'
                ? faultText(refused, t)
                : t('lostTill.nothing', { shop: refused.place.shop, till: refused.place.till })
            }
            alert
          />
        </InSight>
      )}
    </CallDialog>
  )
}

function Taken({ taken }: { taken: Extract<TakenPlace, { result: 'taken' }> }) {
  const { t } = useTranslation()
  const { place, sales, open, withoutCustomer, oldEnded } = taken
  return (
    <Notice
      tone="brand"
      icon="check"
      title={t('lostTill.taken', { shop: place.shop, till: place.till })}
    >
      <p>{t('lostTill.counts', { sales, open, withoutCustomer })}</p>
      <p>{t('lostTill.openNext')}</p>
      <p>{oldEnded ? t('lostTill.oldEnded') : t('lostTill.oldMayShip')}</p>
      <p>{t('lostTill.thenTitle')}</p>
      <ol>
        <li>{t('lostTill.then1')}</li>
        <li>{t('lostTill.then2')}</li>
        <li>{t('lostTill.then3')}</li>
      </ol>
    </Notice>
  )
}
