import { isEnter, isHeldEnter } from './is-enter'

/** A press so soon after the screen changed was meant for what was there before, ms. */
export const settling = 700

const longAgo = Number.NEGATIVE_INFINITY

/** When a screen changed by itself, and when one was opened by an Enter. */
let changedAt = longAgo
let openedAt = longAgo
/** The last press or key was an Enter: the next one may be the second of a double press. */
let entered = false

/** Notes that the screen became something else by itself: an Enter waits 700 ms. A dialog over it has its own Enter. */
export function noteChange(): void {
  if (document.querySelector('dialog[open]') === null) changedAt = performance.now()
}

/** Notes that a scan opened what is shown now: its own Enter may still come. */
export function noteScanned(): void {
  changedAt = performance.now()
}

/**
 * Notes that another screen or dialog is shown. The second Enter of a double press does nothing there; who
 * pressed another key or the pointer means what they press next.
 */
export function noteOpened(): void {
  changedAt = longAgo
  openedAt = entered ? performance.now() : longAgo
}

/**
 * Enter is the one primary button of the screen, or of the dialog that is open. Fields, buttons and forms take
 * their own first.
 */
export function followEnter(): void {
  window.addEventListener('keydown', refuseEnter, { capture: true })
  for (const type of ['keydown', 'pointerdown', 'input'])
    window.addEventListener(type, noteMeant, { capture: true })
  window.addEventListener('keydown', pressPrimary)
}

/** A key that is held down is one press, and one that comes too soon is ignored: no listener gets either. */
function refuseEnter(event: KeyboardEvent): void {
  // When the key was pressed, not when a busy computer comes to it.
  const tooSoon = isEnter(event) && event.timeStamp - Math.max(changedAt, openedAt) < settling
  if (!tooSoon && !isHeldEnter(event)) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

function noteMeant(event: Event): void {
  entered = event instanceof KeyboardEvent && isEnter(event)
  if (!entered) openedAt = longAgo
}

function pressPrimary(event: KeyboardEvent): void {
  if (!isEnter(event) || event.defaultPrevented || takesEnter(event.target)) return
  const screen = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  const marked = [...screen.querySelectorAll<HTMLElement>('[data-enter]')]
  const [primary, another] = marked.filter(button => button.checkVisibility())
  if (!primary || another || primary.ariaDisabled === 'true') return
  event.preventDefault()
  primary.click()
}

/** What has an Enter of its own: a button, a link, a choice, a field of a form. */
function takesEnter(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  const field = target.closest('input, textarea, select, button, a, summary, [role]')
  if (field === null) return false
  return !(field instanceof HTMLInputElement) || field.form !== null || field.role !== null
}
