import { standInPrinter } from './receipt-room'

/** What a till needs of windows, desktop and paper, where there are none: nobody asks for any of it. */
export function windowless() {
  return {
    desk: {
      isInFront: () => true,
      sound: () => undefined,
      notify: () => undefined,
      showSale: () => undefined,
    },
    customerWindow: { displays: () => [], place: () => undefined },
    showItemInFolder: () => undefined,
    openExternal: async () => undefined,
    useReceiptRoom: standInPrinter().useRoom,
    closingRoom: {
      pdf: () => Promise.reject(new Error('no window')),
      hasPrinter: () => Promise.reject(new Error('no window')),
      print: () => Promise.reject(new Error('no window')),
    },
  }
}
