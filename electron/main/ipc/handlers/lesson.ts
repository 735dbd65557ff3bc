import { answer } from '../../../../shared/ipc/answer'
import type { Settings } from '../../../../shared/settings'
import { type LessonSettings, lessonOver } from '../../../../shared/settings/lesson'
import type { Handlers } from '../register'
import type { HandlerNeeds } from './needs'

/** The first practice sale, as the last step of setting a till up. */
export function lessonHandlers(needs: HandlerNeeds): Handlers['lesson'] {
  const { settings, door } = needs

  /** One durable write; the counter is opened again where another connection is meant from then on. */
  const change = async (how: (all: Settings) => Pick<Settings, 'active' | 'lesson'>) => {
    const before = settings.get().active
    const { active } = settings.update(all => ({ ...all, ...how(all) }))
    if (active !== before) await door.reopen()
    needs.changed()
    return answer(null)
  }
  return {
    begin: () =>
      change(({ active, lesson }) => ({
        active: 'practice',
        lesson: { open: true, goOnWith: serviceOf(active) ?? lesson.goOnWith },
      })),
    end: ({ goOn }) =>
      change(({ active, lesson }) => ({
        active: goOn ? (lesson.goOnWith ?? active) : active,
        lesson: lessonOver,
      })),
  }
}

function serviceOf(active: Settings['active']): LessonSettings['goOnWith'] {
  return active === 'practice' ? null : active
}
