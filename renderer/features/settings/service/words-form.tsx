import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TillState } from '../../../../shared/ipc/till-state'
import { type StatusWords, wordMeaningSchema } from '../../../../shared/payment/status-words'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useTill } from '../../../stores/till-store'
import { Group } from '../group'
import { SaveBar } from '../save-bar'
import settings from '../settings.module.css'
import styles from './service.module.css'
import { WordList } from './word-list'

/** What the service's status words mean, next to the words that the till came with. */
export function WordsForm() {
  const { t } = useTranslation()
  const active = useTill(state => state.active) ?? 'practice'
  const shipped = useTill(state => state.shippedWords)
  const saved = useTill(ownWords)
  const [own, setOwn] = useState<StatusWords>(saved)
  const [done, setDone] = useState(false)
  const { run, busy, failure } = useCall((words: StatusWords) =>
    till.settings.save({ section: 'words', value: words }),
  )
  const known = wordMeaningSchema.options.flatMap(each => [...shipped[each], ...own[each]])

  const set = (change: Partial<StatusWords>) => {
    setDone(false)
    setOwn(words => ({ ...words, ...change }))
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setDone((await run(own))?.ok ?? false)
  }
  return (
    <div className={styles.words}>
      <Group title={t('settings.words.title')} text={t('settings.words.text')}>
        <p>{t('settings.words.for', { kind: t(`settings.kind.${active}`) })}</p>
        <div className={settings.twoInLine}>
          {wordMeaningSchema.options.map(meaning => (
            <WordList
              key={meaning}
              meaning={meaning}
              shipped={shipped[meaning]}
              own={own[meaning]}
              known={known}
              onChange={words => set({ [meaning]: words })}
            />
          ))}
        </div>
      </Group>
      <form onSubmit={save}>
        <SaveBar busy={busy} done={done} failure={failure} />
      </form>
    </div>
  )
}

function ownWords({ active, connections, practice }: TillState): StatusWords {
  return active === null || active === 'practice' ? practice.words : connections[active].words
}
