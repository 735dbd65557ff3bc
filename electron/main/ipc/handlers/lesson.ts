import type { Settings } from '../../../../shared/settings'
import { type LessonSettings, lessonOver } from '../../../../shared/settings/lesson'
import type { Handlers } from '../register'
import type { HandlerDeps } from './handler-deps'

/** The first practice sale, as the last step of setting a till up. */
export function lessonHandlers(deps: HandlerDeps): Handlers['lesson'] {
  /** One durable write, and another connection where the lesson asks for one. */
  const change = async (how: (all: Settings) => Pick<Settings, 'active' | 'lesson'>) => {
    const changed = await deps.connections.choose(all => ({ ...all, ...how(all) }))
    deps.changed()
    return changed
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
