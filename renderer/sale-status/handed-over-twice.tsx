import { useTranslation } from 'react-i18next'
import { formatFull } from '../i18n/clock-time'
import { useTill } from '../stores/till-store'
import { Notice } from '../ui/notice'

/** Goods were handed over twice for payments of this till, as the shop database found: of one payment, or of all. */
export function OwnHandedOverTwice({ saleId }: { saleId?: string }) {
  const twice = useTill(({ shopDatabase }) => shopDatabase?.handedOverTwice)
  const shown = (twice ?? []).filter(one => saleId === undefined || one.saleId === saleId)
  return <HandedOverTwice twice={shown} />
}

interface Twice {
  reference: string
  /** At the other till, whose name is '' where it is another shop's; who is '' where it is not known. */
  till: string
  person: string
  at: number
  /** Of which till this is said, where that is not the one on the screen. */
  here?: string
}

/** Says each with both tills, who and when; nothing where there is none. */
export function HandedOverTwice({ twice }: { twice: readonly Twice[] }) {
  const { t, i18n } = useTranslation()
  if (twice.length === 0) return null
  return (
    <Notice tone="bad" icon="warn" title={t('meeting.twice.title')}>
      {twice.map(({ reference, here, till, person, at }) => (
        <p key={`${reference} ${here} ${till} ${at}`}>
          <b>{reference}</b>{' '}
          {t('meeting.twice.at', {
            here: here ?? t('meeting.twice.here'),
            till: till === '' ? t('meeting.twice.otherShop') : till,
            time: formatFull(at, i18n.language),
          })}
          {person !== '' && ` (${person})`}
        </p>
      ))}
      <p>{t('meeting.twice.next')}</p>
    </Notice>
  )
}
