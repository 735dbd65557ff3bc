import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StaffTile } from '../../../../shared/ipc/till-state'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { useTill } from '../../../stores/till-store'
import { usePeople } from '../../../stores/use-staff'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { FailureNotice } from '../../../ui/failure-notice'
import layout from '../../../ui/layout.module.css'
import { Group } from '../group'
import styles from './people.module.css'
import { PersonDialog } from './person-dialog'

type Doing = { what: 'add' } | { what: 'change' | 'remove'; person: StaffTile }

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
                  onClick={() => setDoing({ what: 'change', person })}
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
            onClick={() => setDoing({ what: 'add' })}
          >
            {t(isFirst ? 'staff.tab.addOwner' : 'staff.tab.add')}
          </Button>
        </div>
      </Group>
      {doing?.what === 'add' && <PersonDialog person={null} isFirst={isFirst} onClose={close} />}
      {doing?.what === 'change' && (
        <PersonDialog person={doing.person} isFirst={false} onClose={close} />
      )}
      {doing?.what === 'remove' && <RemoveDialog person={doing.person} onClose={close} />}
    </>
  )
}

/** Asks before somebody is taken off the list. */
function RemoveDialog({ person, onClose }: { person: StaffTile; onClose: () => void }) {
  const { t } = useTranslation()
  const { name } = person
  const { run, busy, failure } = useCall(() => till.staff.remove({ id: person.id }))
  const remove = async () => {
    if ((await run())?.ok) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('staff.tab.removeTitle', { name })}
      text={<p>{t('staff.tab.removeText', { name })}</p>}
      confirm={t('app.remove')}
      danger
      busy={busy}
      onConfirm={remove}
    >
      {failure && <FailureNotice failure={failure} />}
    </Dialog>
  )
}
