import {
  type ComponentType,
  type FormEvent,
  Fragment,
  type ReactNode,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { defaultSettings } from '../../../shared/settings'
import { useCall } from '../../hooks/use-call'
import { useDraft } from '../../stores/settings-drafts'
import {
  type Section,
  type SectionName,
  type SettingsTab,
  sectionsOf,
} from '../../stores/settings-tabs'
import { useTill } from '../../stores/till-store'
import { Button } from '../../ui/button'
import { FailureNotice } from '../../ui/failure-notice'
import {
  draftOf,
  type FormName,
  formOfSection,
  forms,
  type Problems,
  problemsIn,
  rowsOf,
  type Typed,
  typedOf,
} from './forms'
import { Group, SaveBar } from './group'
import { CustomerWindowState } from './screen/customer-display'
import { TrySounds, VoiceFound } from './screen/sounds'
import type { SettingPath, SettingsInForm } from './setting-path'
import styles from './settings.module.css'
import { ReceiptPreview, TestPrint } from './shop/printing'

type Aside = ComponentType<{ settings: SettingsInForm }>

/** What a section ends with that changes no setting. */
const atEnd: Partial<Record<SectionName, Aside>> = {
  printer: TestPrint,
  volume: TrySounds,
  spoken: VoiceFound,
  customerDisplay: CustomerWindowState,
}

const asides: Partial<Record<FormName, Aside>> = { receipts: ReceiptPreview }

type Sections = readonly [SectionName, Section][]

/** The settings of a tab: a form for what is saved together. */
export function SettingsForms({ tab }: { tab: SettingsTab }) {
  const sections = sectionsOf(tab)
  return [...new Set(sections.map(([name]) => formOfSection[name]))].map(form => {
    const Form = forms[form].atOnce ? FormAtOnce : FormToSave
    const own = sections.filter(([name]) => formOfSection[name] === form)
    return <Form key={form} tab={tab} form={form} sections={own} />
  })
}

interface FormProps {
  tab: SettingsTab
  form: FormName
  sections: Sections
}

/** Each choice is saved as it is made. */
function FormAtOnce({ form, sections }: FormProps) {
  const settings = useTill(state => state.settings)
  const { run, failure } = useCall(forms[form].save)
  const typed = typedOf(form, settings)
  const onChange = (change: Typed) => run(draftOf(form, { ...typed, ...change }, settings))
  return (
    <>
      <SectionList {...{ form, sections, typed, settings, onChange }} problems={{}} />
      {failure && <FailureNotice failure={failure} />}
    </>
  )
}

/** What is typed is saved by a press, once the schema takes it. */
function FormToSave({ tab, form, sections }: FormProps) {
  const { t } = useTranslation()
  const saved = useTill(state => state.settings)
  const savedText = useMemo(() => typedOf(form, saved), [form, saved])
  const draft = useDraft(tab, form, savedText)
  const typed = draft.value
  const [pressed, setPressed] = useState(false)
  const [done, setDone] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const { run, busy, failure } = useCall(forms[form].save)
  const settings = useMemo(() => draftOf(form, typed, saved), [form, typed, saved])
  const problems = problemsIn(form, settings)
  const onChange = (more: Typed) => {
    setDone(false)
    draft.change(more)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    flushSync(() => setPressed(true))
    if (Object.keys(problems).length === 0) {
      const isSaved = (await run(settings))?.ok ?? false
      if (isSaved) draft.noteSaved()
      return setDone(isSaved)
    }
    // The field may be above what is in sight, and Save is below it.
    element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }
  const Aside = asides[form]
  const content = (
    <form ref={element} className={styles.form} onSubmit={save} noValidate>
      <SectionList
        {...{ form, sections, typed, settings, onChange }}
        problems={pressed ? problems : {}}
      />
      {forms[form].fillsDefaults && (
        <div>
          <Button onClick={() => onChange(typedOf(form, defaultSettings))}>
            {t('settings.timeouts.defaults')}
          </Button>
        </div>
      )}
      <SaveBar {...{ busy, done, failure }} discard={draft.discard} />
    </form>
  )
  if (!Aside) return content
  return (
    <div className={styles.withPreview}>
      {content}
      <Aside settings={settings} />
    </div>
  )
}

interface SectionListProps {
  form: FormName
  sections: Sections
  typed: Typed
  /** With what is typed. */
  settings: SettingsInForm
  problems: Problems
  onChange: (change: Typed) => void
}

function SectionList({ form, sections, typed, settings, problems, onChange }: SectionListProps) {
  const { t } = useTranslation()
  const fieldsOf = (name: SectionName, title: Section['title']): ReactNode =>
    rowsOf(form)
      .filter(([, { section, when }]) => section === name && (when?.(settings) ?? true))
      .map(([path, { label, hint, control }]) => (
        <Fragment key={path}>
          {control.show({
            label: t(label),
            titled: label === title,
            hint: hint && t(hint),
            error: errorAt(path),
            value: typed[path],
            onChange: value => onChange({ [path]: value }),
          })}
        </Fragment>
      ))
  const errorAt = (path: SettingPath) => {
    const problem = problems[path]
    return problem ? t(problem) : null
  }
  return sections.map(([name, { title, text, before, after, sideBySide }]) => {
    const End = atEnd[name]
    const fields = fieldsOf(name, title)
    return (
      <Group key={name} title={t(title)} {...(text && { text: t(text) })}>
        {before?.map(key => (
          <p key={key}>{t(key)}</p>
        ))}
        {sideBySide ? <div className={styles.twoInLine}>{fields}</div> : fields}
        {after?.map(key => (
          <p key={key}>{t(key)}</p>
        ))}
        {End && <End settings={settings} />}
      </Group>
    )
  })
}
