import type { ReceiptView } from '../../../shared/receipt/receipt-view'
import { drawQrCode } from '../../ui/qr-drawing'

/** A receipt as elements. Everything goes in as text: a customer's note is never read as markup. */
export function drawReceipt(view: ReceiptView): readonly HTMLElement[] {
  return [
    ...view.marks.map(mark => together('mark', mark)),
    ...(view.logo === '' ? [] : [logo(view.logo)]),
    ...optional('h1', 'shop', view.shop),
    ...view.shopLines.map(line => text('p', 'shop-line', line)),
    text('h2', 'title', view.title),
    ...optional('p', 'copy', view.copy ?? ''),
    ...(view.lines.length > 0 ? [facts(view.lines, 'lines')] : []),
    ...optional('p', 'amount', view.amount),
    text('p', view.amount === '' ? 'state alone' : 'state', view.state),
    ...view.givenBack.map(line => together('given-back', line)),
    facts(view.facts),
    ...(view.code === null ? [] : [qrCode(view.code)]),
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

function logo(address: string): HTMLElement {
  const image = document.createElement('img')
  image.className = 'logo'
  image.alt = ''
  image.src = address
  return image
}

const svgNames = 'http://www.w3.org/2000/svg'

function qrCode(content: string): HTMLElement {
  const { path, size } = drawQrCode(content)
  const svg = document.createElementNS(svgNames, 'svg')
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`)
  const dark = document.createElementNS(svgNames, 'path')
  dark.setAttribute('d', path)
  dark.setAttribute('shape-rendering', 'crispEdges')
  svg.append(dark)
  const element = document.createElement('p')
  element.className = 'qr'
  element.append(svg)
  return element
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
