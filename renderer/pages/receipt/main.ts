import '@fontsource-variable/atkinson-hyperlegible-next/wght.css'
import '../../ui/theme/roll.css'
import './receipt.css'
import type { PaperPage } from '../../../shared/paper-page'
import { type ReceiptView, receiptPageName } from '../../../shared/receipt/receipt-view'
import { drawReceipt } from './draw-receipt'

declare global {
  interface Window {
    [receiptPageName]?: PaperPage<ReceiptView>
  }
}

/** The page's whole work: main hands it a receipt, and prints what it shows. */
window[receiptPageName] = {
  async show(view) {
    const slip = drawReceipt(view)
    document.documentElement.lang = view.language
    document.documentElement.dataset.paper = view.paper
    document.getElementById('receipt')?.replaceChildren(...slip)
    await document.fonts.ready
    // One that cannot be read costs no receipt.
    await Promise.all([...document.images].map(image => image.decode().catch(() => image.remove())))
    const { width, height } = document.documentElement.getBoundingClientRect()
    return { width, height }
  },
}
