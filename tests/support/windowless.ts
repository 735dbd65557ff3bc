import type { ClosingView } from '../../shared/day/closing-page'
import { directly } from './directly'
import { fakePrinter } from './fake-printer'

/** What a till needs of windows, desktop and paper, where there are none: no test uses any of it. */
export function windowless() {
  return {
    chooseCertificateFile: async () => null,
    chooseBackupFolder: async () => null,
    chooseBackupFile: async () => null,
    restart: () => undefined,
    resolveProxy: directly,
    updateComputer: {
      kind: 'deb' as const,
      open: () => Promise.reject(new Error('No updates here')),
      quit: () => undefined,
    },
    tillWindows: {
      isInFront: () => true,
      sound: () => undefined,
      notify: () => undefined,
      showSale: () => undefined,
    },
    customerWindow: { displays: () => [], place: () => undefined },
    showItemInFolder: () => undefined,
    openExternal: async () => undefined,
    copyText: () => undefined,
    useReceiptWindow: fakePrinter().usePrintWindow,
    useClosingWindow: fakePrinter<ClosingView>().usePrintWindow,
  }
}
