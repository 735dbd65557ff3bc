import type { ReceiptView } from '../../shared/receipt/receipt-view'

/** A receipt as elements. Everything goes in as text: a customer's note is never read as markup. */
export function drawReceipt(view: ReceiptView): readonly HTMLElement[] {
  return [
    ...view.marks.map(mark => text('p', 'mark', mark)),
    ...optional('h1', 'shop', view.shop),
    text('h2', 'title', view.title),
    ...optional('p', 'copy', view.copy ?? ''),
    text('p', 'amount', view.amount),
    text('p', 'paid', view.paid),
    facts(view.facts),
    ...optional('p', 'footer', view.footer),
    text('p', 'not-fiscal', view.notFiscal),
    ...view.marks.map(mark => text('p', 'mark', mark)),
  ]
}

function facts(rows: ReceiptView['facts']): HTMLElement {
  const list = document.createElement('dl')
  for (const { name, value } of rows) {
    const row = document.createElement('div')
    row.append(text('dt', '', name), text('dd', '', value))
    list.append(row)
  }
  return list
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
