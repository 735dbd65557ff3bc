import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StaffTile } from '../../../../shared/ipc/till-state'
import { type Role, roles, shortestPin } from '../../../../shared/staff'
import { till } from '../../../bridge/till'
import { useRecoveryPrompt } from '../../../stores/connection-test-store'
import { useTill } from '../../../stores/till-store'
import { usePeople } from '../../../stores/use-staff'
import { typedText } from '../../../typing/typed-text'
import { Button } from '../../../ui/button'
import { CallDialog } from '../../../ui/call-dialog'
import { Field } from '../../../ui/field'
import layout from '../../../ui/layout.module.css'
import { NewSecret, type TypedSecret } from '../../../ui/new-secret'
import { Segments } from '../../../ui/segments'
import { Group } from '../group'
import styles from './people.module.css'

/** `save`: changes a person, or adds one where there is none. */
type Doing = { what: 'save'; person: StaffTile | null } | { what: 'remove'; person: StaffTile }

/** Who may be at the till. */
export function StaffTab() {
  const { t } = useTranslation()
  const people = usePeople()
  const me = useTill(({ staff }) => (staff.state === 'signed-in' ? staff.person.id : null))
  const [doing, setDoing] = useState<Doing | null>(null)
  const close = () => setDoing(null)
  const isFirst = people.length === 0
  return (
    <>
      <Group
        title={t('settings.group.people.title')}
        text={t(isFirst ? 'staff.tab.none' : 'staff.tab.listText')}
      >
        {!isFirst && (
          <ul className={layout.stack2} aria-label={t('settings.group.people.title')}>
            {people.map(person => (
              <li key={person.id} className={styles.person}>
                <span className={styles.details}>
                  <b>{person.name}</b>
                  <span>
                    {t(`staff.role.${person.role}`)}
                    {person.id === me && ` · ${t('staff.tab.you')}`}
                  </span>
                  {person.shortPin && <span>{t('staff.tab.shortPin')}</span>}
                </span>
                <Button
                  aria-label={t('staff.tab.changeOf', { name: person.name })}
                  onClick={() => setDoing({ what: 'save', person })}
                >
                  {t('staff.tab.change')}
                </Button>
                <Button
                  aria-label={t('app.removeOf', { name: person.name })}
                  onClick={() => setDoing({ what: 'remove', person })}
                >
                  {t('app.remove')}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <div>
          <Button
            variant={isFirst ? 'primary' : 'plain'}
            icon="plus"
            onClick={() => setDoing({ what: 'save', person: null })}
          >
            {t(isFirst ? 'staff.tab.addOwner' : 'staff.tab.add')}
          </Button>
        </div>
      </Group>
      {doing?.what === 'save' && (
        <PersonDialog person={doing.person} isFirst={isFirst} onClose={close} />
      )}
      {doing?.what === 'remove' && (
        <CallDialog
          onClose={close}
          title={t('staff.tab.removeTitle', { name: doing.person.name })}
          text={<p>{t('staff.tab.removeText', { name: doing.person.name })}</p>}
          confirm={t('app.remove')}
          danger
          call={() => till.staff.remove({ id: doing.person.id })}
        />
      )}
    </>
  )
}

interface PersonDialogProps {
  /** The person to change; null adds a new one. */
  person: StaffTile | null
  /** The first person can only be an owner. */
  isFirst: boolean
  onClose: () => void
}

/** Adds a person or changes one: name, role, PIN. */
function PersonDialog({ person, isFirst, onClose }: PersonDialogProps) {
  const { t } = useTranslation()
  const [fields, setFields] = useState<PersonFields>(() => personFields(person, isFirst))
  const [pressed, setPressed] = useState(false)
  const pinDigits = useTill(({ settings }) => settings.staff.pinDigits)
  const hasNoCode = useTill(({ protection }) => protection.recoveryMadeAt === null)
  const found = personProblem(fields, person, pinDigits)
  const problem = pressed ? found : null
  const set = (change: Partial<PersonFields>) => setFields(typed => ({ ...typed, ...change }))
  const save = () => {
    setPressed(true)
    if (found !== null) return null
    const { name, role, secret: pin } = fields
    return person
      ? till.staff.change({ id: person.id, name, role, pin: pin === '' ? null : pin })
      : till.staff.add({ name, role, pin })
  }
  // The first owner gets what opens the till on a bad day, unless choosing a passphrase has just shown it.
  const saved = () => {
    onClose()
    if (isFirst && hasNoCode && useRecoveryPrompt.getState().proof === null)
      useRecoveryPrompt.setState({ proof: '' })
  }
  const count = shortestPin(fields.role, pinDigits)
  const pinError = problem && problem !== 'name' && problem !== 'different'
  return (
    <CallDialog
      onClose={onClose}
      title={title()}
      text={<p>{t(`staff.tab.roleText.${fields.role}`)}</p>}
      confirm={t('app.save')}
      call={save}
      onDone={saved}
    >
      <Field
        label={t('staff.tab.name')}
        value={fields.name}
        maxLength={60}
        error={problem === 'name' ? t('app.empty') : null}
        onChange={event => set({ name: typedText(event) })}
      />
      {!isFirst && (
        <Segments
          label={t('staff.tab.role')}
          value={fields.role}
          options={roles.map(role => ({ value: role, label: t(`staff.role.${role}`) }))}
          onChange={role => set({ role })}
        />
      )}
      <div className={styles.pins}>
        <NewSecret
          label={t(person ? 'staff.tab.newPin' : 'staff.lock.pin')}
          again={t('staff.tab.again')}
          hint={
            mayKeepPin(person, fields.role, pinDigits)
              ? t('staff.tab.pinKeep')
              : t('staff.tab.pinHint', { count })
          }
          error={pinError ? t(`staff.tab.problems.${problem}`, { count }) : null}
          isDifferent={problem === 'different'}
          inputMode="numeric"
          maxLength={12}
          typed={fields}
          onChange={set}
        />
      </div>
    </CallDialog>
  )

  function title(): string {
    if (person) return t('staff.tab.changeOf', { name: person.name })
    return isFirst ? t('staff.tab.addOwner') : t('staff.tab.add')
  }
}

interface PersonFields extends TypedSecret {
  name: string
  role: Role
}

type PersonProblem = 'name' | 'pin' | 'digits' | 'different'

function personFields(person: StaffTile | null, isFirst: boolean): PersonFields {
  const role = person?.role ?? (isFirst ? 'owner' : 'cashier')
  return { name: person?.name ?? '', role, secret: '', again: '' }
}

/** Whether the old PIN may stay: there is one, and it is long enough for the role. */
function mayKeepPin(person: StaffTile | null, role: Role, pinDigits: number): boolean {
  if (person === null || person.shortPin) return false
  return shortestPin(role, pinDigits) <= shortestPin(person.role, pinDigits)
}

/** What is wrong with the form, or null. Main checks it again. */
function personProblem(
  { name, role, secret, again }: PersonFields,
  person: StaffTile | null,
  pinDigits: number,
): PersonProblem | null {
  if (name.trim() === '') return 'name'
  if (secret === '' && mayKeepPin(person, role, pinDigits)) return null
  if (!/^\d*$/.test(secret)) return 'digits'
  if (secret.length < shortestPin(role, pinDigits)) return 'pin'
  return secret === again ? null : 'different'
}
