import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TakenPlace } from '../../../../shared/shop-database'
import { till } from '../../../bridge/till'
import { readRecent } from '../../../stores/follow-main'
import { Button } from '../../../ui/button'
import { CallDialog, Paragraphs } from '../../../ui/call-dialog'
import { Choice } from '../../../ui/choice'
import { Notice } from '../../../ui/notice'
import { SecretField } from '../../../ui/secret-field'
import { Group } from '../group'
import { faultText, Refusal, useShopAddress } from '../service/shop-address'

type Done = Extract<TakenPlace, { result: 'taken' }>

/** Goes on as a till that was lost, with what it had sent to the shop database: for the owner alone. */
export function LostTillCard() {
  const { t } = useTranslation()
  const [asking, ask] = useState(false)
  const [found, setFound] = useState<Done | null>(null)
  return (
    <Group title={t('lostTill.title')} text={t('lostTill.text')}>
      <div>
        <Button onClick={() => ask(true)}>{t('lostTill.open')}</Button>
      </div>
      {found && <Taken taken={found} />}
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
  onTaken: (taken: Done) => void
}

/** What comes and what does not, before anything is done. */
function TakeDialog({ onClose, onTaken }: TakeDialogProps) {
  const { t } = useTranslation()
  const { field, ask, answer, setAnswer } = useShopAddress<Exclude<TakenPlace, Done>>()
  const [account, setAccount] = useState<'same' | 'other' | null>(null)
  const [pressed, press] = useState(false)
  const take = () => {
    press(true)
    return ask(address => (account === null ? null : till.shop.takePlace({ address, account })))
  }
  return (
    <CallDialog
      onClose={onClose}
      title={t('lostTill.dialog')}
      text={<Paragraphs of={[t('lostTill.how'), t('lostTill.missing')]} />}
      confirm={t('lostTill.confirm')}
      call={take}
      onDone={done => (done.result === 'taken' ? onTaken(done) : setAnswer(done))}
    >
      <SecretField label={t('lostTill.address')} hint={t('lostTill.addressHint')} {...field} />
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
      {answer && (
        <Refusal
          text={
            answer.result === 'fault' || answer.result === 'bad-address'
              ? faultText(answer, t)
              : t('lostTill.nothing', { shop: answer.place.shop, till: answer.place.till })
          }
        />
      )}
    </CallDialog>
  )
}

function Taken({ taken }: { taken: Done }) {
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
