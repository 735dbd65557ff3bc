import type { ReceiptView } from '../../../shared/receipt/receipt-view'

/** A receipt as elements. Everything goes in as text: a customer's note is never read as markup. */
export function drawReceipt(view: ReceiptView): readonly HTMLElement[] {
  return [
    ...view.marks.map(mark => together('mark', mark)),
    ...optional('h1', 'shop', view.shop),
    ...view.shopLines.map(line => text('p', 'shop-line', line)),
    text('h2', 'title', view.title),
    ...optional('p', 'copy', view.copy ?? ''),
    ...(view.lines.length > 0 ? [facts(view.lines, 'lines')] : []),
    text('p', 'amount', view.amount),
    text('p', 'paid', view.paid),
    ...(view.refunded === null ? [] : [together('refunded', view.refunded)]),
    facts(view.facts),
    ...optional('p', 'footer', view.footer),
    text('p', 'not-fiscal', view.notFiscal),
    ...view.marks.map(mark => together('mark', mark)),
  ]
}

function facts(rows: ReceiptView['facts'], className = ''): HTMLElement {
  const list = document.createElement('dl')
  list.className = className
  for (const { name, value } of rows) {
    const row = document.createElement('div')
    row.append(text('dt', '', name), text('dd', isCode(value) ? 'code' : '', value))
    list.append(row)
  }
  return list
}

/** `SANDBOX: no real money`: the words after the colon take a line of their own where there is no space. */
function together(className: string, line: string): HTMLElement {
  const [name = '', ...said] = line.split(': ')
  if (said.length === 0) return text('p', className, line)
  const element = text('p', className, `${name}: `)
  element.append(text('span', '', said.join(': ')))
  return element
}

/** A reference is read out and typed in: it does not break at its dash, as long as a roll has space for it. */
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
