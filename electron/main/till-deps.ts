import type { ClosingView } from '../../shared/day/closing-page'
import type { Pushes, PushName } from '../../shared/ipc/contract'
import type { DisplayView, LockReason, TillState } from '../../shared/ipc/till-state'
import type { ReceiptView } from '../../shared/receipt/receipt-view'
import type { ChosenDisplay } from '../../shared/settings/customer-window'
import type { Guard } from './ipc/guard'
import type { Handlers } from './ipc/register'
import type { NotifierWindows } from './outputs/notifications/notifier'
import type { UsePrintWindow } from './outputs/printing/print-window'
import type { Clock } from './platform/clock'
import type { Log } from './platform/log'
import type { Random } from './platform/random'
import type { ResolveProxy } from './service'
import type { KeychainSealer } from './store/keychain-sealer'
import type { ExaminerProcess } from './store/recovery/salvage/examiner-process'
import type { UpdateComputer } from './updates/updates'

/** What the till needs of the computer and of Electron. */
export interface TillDeps {
  dataFolder: string
  /** As it is now: null where the operating system has none to trust; then a passphrase is asked. */
  keychain: () => KeychainSealer | null
  version: string
  clock: Clock
  random: Random
  log: Log
  push: <Name extends PushName>(name: Name, value: Pushes[Name]) => void
  /** The cashier's window and desktop. */
  tillWindows: NotifierWindows
  /** Where a person finds what is exported. */
  exportFolder: string
  /** Where receipts and closings are drawn for paper. */
  useReceiptWindow: UsePrintWindow<ReceiptView>
  useClosingWindow: UsePrintWindow<ClosingView>
  /** Starts the process that looks at a ledger which may be damaged. */
  startExaminer: () => ExaminerProcess
  /** The window on the customer's display. */
  customerWindow: {
    displays(): readonly DisplayView[]
    /** Opens, moves or closes it. */
    place(display: ChosenDisplay): void
  }
  /** Lets a person choose a file of certificates; null where they chose none. */
  chooseCertificateFile: (words: { title: string; files: string }) => Promise<string | null>
  /** Lets a person choose where backups go, or a backup; null where they chose none. */
  chooseBackupFolder: (title: string) => Promise<string | null>
  chooseBackupFile: (words: { title: string; files: string }) => Promise<string | null>
  /** Ends the till and starts it again. */
  restart: () => void
  /** What newer versions need of this computer. */
  updateComputer: UpdateComputer
  /** The way that this computer takes to an address: Chromium's words for it. */
  resolveProxy: ResolveProxy
  /** Shows a file in the computer's own folder window. */
  showItemInFolder: (file: string) => void
  /** Opens an address in the program that this computer has for it. Only `open-outside.ts` calls it. */
  openExternal: (address: string) => Promise<void>
  /** Puts a text on the computer's clipboard. */
  copyText: (text: string) => void
}

/** The till: everything but the windows. */
export interface Till {
  handlers: Handlers
  /** Checks every call before its handler. */
  guard: Guard
  state(): TillState
  /** Opens the active connection's engine. Windows may already be there: they are told. */
  start(): Promise<void>
  /** A display came, went or changed. */
  displaysChanged(): void
  /** The till's window is gone, or shows nothing that a cashier chose: no sale is displayed. */
  cashierGone(): void
  /** Signs out. The payments continue. */
  lock(why: LockReason): void
  /** The computer was asleep. */
  wake(): void
  stop(): Promise<void>
}
