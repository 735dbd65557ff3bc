import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron'
import type { ZodError } from 'zod'
import { channelOf } from '../../../shared/ipc/bridge'
import { nameOfCall } from '../../../shared/ipc/call-name'
import { calls } from '../../../shared/ipc/contract'
import type { Caller, Handlers } from '../../../shared/ipc/handlers'
import { type Failure, failure, type Result } from '../../../shared/ipc/result'
import { mayCall, type WindowKind } from '../outputs/windows/permissions'
import type { Log } from '../platform/log'
import { storageFault } from '../store/database'
import { StoreFailed } from '../store/open-till'
import { findCardNumber, findUnkeepableText, plainArgument } from './argument-text'
import type { Guard } from './guard'

interface RegisterDeps {
  ipcMain: Pick<IpcMain, 'handle'>
  handlers: Handlers
  senderOf: SenderOf
  guard: Guard
  log: Log
}

type AnyHandler = (argument: unknown, caller: Caller) => Result<unknown> | Promise<Result<unknown>>

/**
 * Opens every channel of the contract. What arrives is `unknown` until the sender is one of our windows,
 * that window may make this call, a person may make it (its `role`), the argument, with its texts as they are seen,
 * has passed its schema and holds no broken text, and an owner is proven where the call takes a proof. An argument that holds a payment card's number goes no further, not even into
 * the audit log. A handler that throws answers `till-fault`.
 */
export function registerHandlers({ ipcMain, handlers, senderOf, guard, log }: RegisterDeps): void {
  for (const [group, members] of Object.entries(calls))
    for (const [name, { argument: schema, role }] of Object.entries(members)) {
      const channel = channelOf(group, name)
      // Sound: Handlers has exactly the contract's groups and names; the loop forgets which is which.
      const part = (handlers as unknown as Record<string, Record<string, AnyHandler>>)[group]
      const handler = part?.[name]?.bind(part)
      if (!handler) throw new Error(`No handler for ${channel}`)
      ipcMain.handle(channel, async (event, argument: unknown) => {
        const sender = senderOf(event)
        if (sender === null || !mayCall(sender, channel)) return refuse(log, channel, sender)
        const call = `${group}.${name}`
        const admitted = guard.admit(call, role, argument)
        if (!admitted.ok) return admitted
        const parsed = schema.safeParse(plainArgument(call, argument))
        if (!parsed.success) return failure('bad-argument', nameFaults(parsed.error))
        const unkeepable = findUnkeepableText(parsed.data)
        if (unkeepable !== null) return failure('bad-argument', `${unkeepable}: broken text`)
        const card = findCardNumber(call, parsed.data)
        if (card !== null) return failure('card-number-typed', card)
        return answering(channel, log, async () => {
          const recorded = { name: call, argument: parsed.data, approvedBy: admitted.approvedBy }
          const proving = guard.prove(recorded, admitted)
          const unproven = proving && (await proving)
          if (unproven) return unproven
          const answered = await guard.perform(recorded, () => handler(parsed.data, admitted))
          if (!answered.ok)
            guard.recordFailure(nameOfCall(call, parsed.data), answered.code, admitted.person)
          return answered
        })
      })
    }
}

function refuse(log: Log, channel: string, sender: WindowKind | null): Result<never> {
  log.warn('ipc-sender-refused', { channel, sender: sender ?? 'stranger' })
  return failure('not-allowed', 'This page may not ask the till')
}

async function answering(
  channel: string,
  log: Log,
  work: () => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  try {
    return await work()
  } catch (error) {
    log.error('ipc-handler-failed', { channel, error })
    return knownFailure(error) ?? failure('till-fault', `The till could not carry out ${channel}`)
  }
}

/** So many are named: an array or a record can have thousands of wrong ones. */
const mostNamed = 10

/** Names the first fields at fault, never their values: one of them could be a key. */
function nameFaults({ issues }: ZodError): string {
  const named = issues.slice(0, mostNamed).map(({ path, code }) => {
    // For an unknown key the last step of the path is the key itself: it is left out.
    const ours = code === 'invalid_key' ? path.slice(0, -1) : path
    return `${ours.map(String).join('.') || 'argument'}: ${code}`
  })
  const more = issues.length - named.length
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

/** The answer for an error that a handler may throw, or null for a fault of the till. */
function knownFailure(error: unknown): Failure | null {
  if (!(error instanceof StoreFailed)) return null
  const disk = storageFault(error)
  return { ...failure(error.reason, error.message), ...(disk && { disk }) }
}

/**
 * Says which of our windows a message comes from: a page that we opened ourselves, in its top frame.
 * Null for everyone else.
 */
export type SenderOf = (event: IpcMainInvokeEvent) => WindowKind | null

/**
 * Trusts the windows that `kindOf` knows, while they show a page of `origin`. A frame inside the
 * page, another window, or a page that navigated away is refused.
 */
export function createSenderOf(
  kindOf: (contents: WebContents) => WindowKind | null,
  origin: () => string,
): SenderOf {
  return event => {
    const frame = event.senderFrame
    if (!frame || frame !== event.sender.mainFrame) return null
    if (!URL.canParse(frame.url) || originOf(frame.url) !== origin()) return null
    return kindOf(event.sender)
  }
}

/** `URL.origin` is 'null' for a scheme of our own; what counts is scheme and host together. */
function originOf(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}
