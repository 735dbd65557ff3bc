import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShopDatabaseView, TakenBack } from '../../../../shared/shop-database'
import { till } from '../../../bridge/till'
import { readRecent } from '../../../stores/follow-main'
import { Button } from '../../../ui/button'
import { CallDialog, Paragraphs } from '../../../ui/call-dialog'
import { Notice } from '../../../ui/notice'
import { AdministratorsAddress, administratorsFault, Refusal, useShopAddress } from './shop-address'

/** What a till that was restored from an older backup had shipped before. */
export function LaterPayments({ shop: { fault, later } }: { shop: ShopDatabaseView }) {
  const { t } = useTranslation()
  const [asking, ask] = useState(false)
  const [taken, setTaken] = useState<Extract<TakenBack, { result: 'taken' }> | null>(null)
  return (
    <>
      {taken && <Taken taken={taken} />}
      {fault === 'behind' && (
        <div>
          <Button onClick={() => ask(true)}>
            {t('shopDatabase.takeBack.open', { count: later })}
          </Button>
        </div>
      )}
      {asking && (
        <TakeBackDialog
          onClose={() => ask(false)}
          onTaken={found => {
            setTaken(found)
            ask(false)
            void readRecent()
          }}
        />
      )}
    </>
  )
}

function Taken({ taken }: { taken: Extract<TakenBack, { result: 'taken' }> }) {
  const { t } = useTranslation()
  const { payments, open, leftOut } = taken
  const title = t('shopDatabase.takeBack.taken', { count: payments, open })
  return (
    <Notice tone="brand" icon="check" title={title} alert>
      {leftOut > 0 && <p>{t('shopDatabase.takeBack.leftOut', { count: leftOut })}</p>}
    </Notice>
  )
}

interface TakeBackProps {
  onClose: () => void
  onTaken: (taken: Extract<TakenBack, { result: 'taken' }>) => void
}

function TakeBackDialog({ onClose, onTaken }: TakeBackProps) {
  const { t } = useTranslation()
  const { field, ask, answer, setAnswer } =
    useShopAddress<Exclude<TakenBack, { result: 'taken' }>>()
  return (
    <CallDialog
      onClose={onClose}
      title={t('shopDatabase.takeBack.dialog')}
      text={<Paragraphs of={[t('shopDatabase.takeBack.text'), t('shopDatabase.takeBack.after')]} />}
      confirm={t('shopDatabase.takeBack.confirm')}
      call={() => ask(address => till.shop.takeBack({ address }))}
      onDone={done => (done.result === 'taken' ? onTaken(done) : setAnswer(done))}
    >
      <AdministratorsAddress {...field} />
      {answer && (
        <Refusal
          text={
            answer.result === 'heard'
              ? t('shopDatabase.takeBack.heard')
              : administratorsFault(answer, t)
          }
        />
      )}
    </CallDialog>
  )
}
