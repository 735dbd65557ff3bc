import type { Language } from '../language'
import type { Paper } from '../settings/receipts'

/** One receipt as it is printed: plain texts, in order, already in the customer's language. */
export interface ReceiptView {
  language: Language
  paper: Paper
  /** What this slip is not: practice, sandbox, a sample. Large, at its beginning and at its end. */
  marks: readonly string[]
  /** `COPY 2 · 21/11/2026 14:40`, `AS OF 21/11/2026 14:40`; null on a first one of which nothing has changed. */
  copy: string | null
  /** The address of an image, black and white; '' for none. */
  logo: string
  shop: string
  /** Address, phone and tax number of the shop, as far as they are known. */
  shopLines: readonly string[]
  title: string
  /** What was sold, above the amount. */
  lines: readonly { name: string; value: string }[]
  /** '' where the word below is the largest. */
  amount: string
  /** PAID, STILL TO PAY, REFUNDED, VOID. */
  state: string
  /** `REFUNDED 2,500 IN CASH: 21/11/2026 14:40`, a line for each time that money went back. */
  givenBack: readonly string[]
  facts: readonly { name: string; value: string }[]
  /** What the QR code says; null for none. */
  code: string | null
  footer: string
  /** Always there. */
  notFiscal: string
}

/** The name under which the receipt's page offers itself to main. */
export const receiptPageName = 'kauntaReceipt'
