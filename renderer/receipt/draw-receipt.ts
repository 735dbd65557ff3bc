import type { ReceiptView } from '../../shared/receipt/receipt-view'

/** A receipt as elements. Everything goes in as text: a customer's note is never read as markup. */
export function drawReceipt(view: ReceiptView): readonly HTMLElement[] {
  return [
    ...view.marks.map(marked),
    ...optional('h1', 'shop', view.shop),
    text('h2', 'title', view.title),
    ...optional('p', 'copy', view.copy ?? ''),
    text('p', 'amount', view.amount),
    text('p', 'paid', view.paid),
    ...optional('p', 'refunded', view.refunded ?? ''),
    facts(view.facts),
    ...optional('p', 'footer', view.footer),
    text('p', 'not-fiscal', view.notFiscal),
    ...view.marks.map(marked),
  ]
}

function facts(rows: ReceiptView['facts']): HTMLElement {
  const list = document.createElement('dl')
  for (const { name, value } of rows) {
    const row = document.createElement('div')
    row.append(text('dt', '', name), text('dd', isCode(value) ? 'code' : '', value))
    list.append(row)
  }
  return list
}

/** `SANDBOX: no real money`: what it says stays together, on a line of its own where there is no room. */
function marked(mark: string): HTMLElement {
  const [name = '', ...said] = mark.split(': ')
  if (said.length === 0) return text('p', 'mark', mark)
  const element = text('p', 'mark', `${name}: `)
  element.append(text('span', '', said.join(': ')))
  return element
}

/** A reference is read out and typed in: it does not break at its dash, as long as a roll has room for it. */
function isCode(value: string): boolean {
  return /^\S{13,20}$/.test(value)
}

function optional(tag: string, name: string, content: string): HTMLElement[] {
  return content === '' ? [] : [text(tag, name, content)]
}

function text(tag: string, name: string, content: string): HTMLElement {
  const element = document.createElement(tag)
  if (name) element.className = name
  element.textContent = content
  return element
}
