import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TillState } from '../../../../shared/ipc/till-state'
import {
  type StatusWords,
  type WordMeaning,
  wordMeaningSchema,
} from '../../../../shared/payment/status-words'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useDraft } from '../../../stores/settings-drafts'
import { useTill } from '../../../stores/till-store'
import { typedText } from '../../../typing/typed-text'
import { Button } from '../../../ui/button'
import { Chip } from '../../../ui/chip'
import { classNames } from '../../../ui/class-names'
import { Field } from '../../../ui/field'
import { Icon } from '../../../ui/icons/icon'
import layout from '../../../ui/layout.module.css'
import tones from '../../../ui/tones.module.css'
import { Group, SaveBar } from '../group'
import settings from '../settings.module.css'
import styles from './service.module.css'

/** What the service's status words mean, next to the words that the till came with. */
export function WordsForm() {
  const { t } = useTranslation()
  const active = useTill(state => state.active) ?? 'practice'
  const shipped = useTill(state => state.shippedWords)
  const saved = useTill(ownWords)
  const draft = useDraft<StatusWords>('connection', `words ${active}`, saved)
  const own = draft.value
  const [done, setDone] = useState(false)
  const { run, busy, failure } = useCall((words: StatusWords) =>
    till.settings.save({ section: 'words', value: words }),
  )
  const known = wordMeaningSchema.options.flatMap(each => [...shipped[each], ...own[each]])

  const set = (more: Partial<StatusWords>) => {
    setDone(false)
    draft.change(more)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const isSaved = (await run(own))?.ok ?? false
    if (isSaved) draft.noteSaved()
    setDone(isSaved)
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
        <SaveBar {...{ busy, done, failure }} discard={draft.discard} />
      </form>
    </div>
  )
}

function ownWords({ active, connections, practice }: TillState): StatusWords {
  return active === null || active === 'practice' ? practice.words : connections[active].words
}

interface WordListProps {
  meaning: WordMeaning
  shipped: readonly string[]
  own: readonly string[]
  /** Every word that has a meaning already. */
  known: readonly string[]
  onChange: (own: string[]) => void
}

type Problem = 'app.empty' | 'settings.words.known'

const looks = {
  paid: { tone: 'paid', icon: 'check', label: 'newPaid' },
  failed: { tone: 'bad', icon: 'cross', label: 'newFailed' },
  pending: { tone: 'waiting', icon: 'clock', label: 'newPending' },
} as const satisfies Record<WordMeaning, unknown>

/** The words of one meaning: the shipped ones stay, the shop's own come and go. */
function WordList({ meaning, shipped, own, known, onChange }: WordListProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const add = (event: FormEvent) => {
    event.preventDefault()
    const word = typed.trim().toLowerCase()
    const found = problemOf(word, known)
    setProblem(found)
    if (found) return
    onChange([...own, word])
    setTyped('')
  }
  const { tone, icon, label } = looks[meaning]
  return (
    <section className={classNames(layout.card, styles.wordList, tones[tone])}>
      <h3>
        <Icon name={icon} size="s" />
        {t(`settings.words.${meaning}`)}
      </h3>
      <h4>{t('settings.words.shipped')}</h4>
      <p className={layout.wrap2}>
        {shipped.map(word => (
          <span key={word} className={styles.word}>
            {word}
          </span>
        ))}
      </p>
      <h4>{t('settings.words.own')}</h4>
      {own.length === 0 && <p className={layout.muted}>{t('settings.words.noneOwn')}</p>}
      <ul className={layout.wrap2}>
        {own.map(word => (
          <li key={word}>
            <Chip name={word} onRemove={() => onChange(own.filter(other => other !== word))} />
          </li>
        ))}
      </ul>
      <form onSubmit={add} noValidate>
        <Field
          label={t(`settings.words.${label}`)}
          value={typed}
          maxLength={64}
          error={problem && t(problem)}
          onChange={event => setTyped(typedText(event))}
          trailing={<Button type="submit">{t('app.add')}</Button>}
        />
      </form>
    </section>
  )
}

function problemOf(word: string, known: readonly string[]): Problem | null {
  if (word === '') return 'app.empty'
  return known.includes(word) ? 'settings.words.known' : null
}
