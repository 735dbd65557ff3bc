import { Lexer, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import type { GuideBlock, GuideText } from '../renderer/features/help/guide-block'

/**
 * Makes modules of the guide's pages (docs/guide/): what a page says, as values that the window draws. No HTML goes into
 * the window. What this does not know ends the build, and not a page of the guide.
 */
export function guidePages(): Plugin {
  return {
    name: 'guide-pages',
    enforce: 'pre',
    transform(text, id) {
      if (!/\/docs\/guide\/\w+\/[\w-]+\.md$/.test(id)) return null
      const pictures: string[] = []
      const blocks = blocksOf(text, file => {
        pictures.push(file)
        return `\u0000${pictures.length - 1}\u0000`
      })
      const imports = pictures.map((file, n) => `import p${n} from ${JSON.stringify(file)}\n`)
      const value = JSON.stringify(blocks).replace(/"\\u0000(\d+)\\u0000"/g, 'p$1')
      return { code: `${imports.join('')}export default ${value}`, map: null }
    },
  }
}

/** What a page says. `addressOf` gives the address of a picture's file. Throws for what no page may have. */
export function blocksOf(text: string, addressOf: (file: string) => string): GuideBlock[] {
  return new Lexer()
    .lex(text)
    .filter(({ type }) => type !== 'space')
    .map(token => blockOf(token as Tokens.Generic, addressOf))
}

function blockOf(token: Tokens.Generic, addressOf: (file: string) => string): GuideBlock {
  if (token.type === 'heading') return { is: 'heading', text: plain(token.tokens ?? []) }
  if (token.type === 'list') {
    const items: Tokens.ListItem[] = token.items
    const of = items.map(({ tokens }) => tokens.flatMap(each => texts(childrenOf(each))))
    return { is: token.ordered ? 'steps' : 'list', of }
  }
  const [only, ...others] = token.tokens ?? []
  if (token.type !== 'paragraph' || only === undefined)
    throw new Error(`A page has a ${token.type}`)
  if (only.type === 'image' && others.length === 0)
    return { is: 'picture', address: addressOf(only.href), shows: only.text }
  return { is: 'text', of: texts(token.tokens ?? []) }
}

function texts(tokens: readonly Token[]): GuideText[] {
  return tokens.map(token => {
    if (token.type === 'strong' || token.type === 'em')
      return { [token.type]: plain(childrenOf(token)) } as GuideText
    if (token.type === 'link') return { link: token.href, text: plain(childrenOf(token)) }
    if (token.type === 'text' || token.type === 'escape') return token.text
    throw new Error(`A page has a ${token.type}: ${token.raw}`)
  })
}

function childrenOf(token: Token): Token[] {
  return ('tokens' in token && token.tokens) || []
}

function plain(tokens: readonly Token[]): string {
  return texts(tokens)
    .map(text => (typeof text === 'string' ? text : ''))
    .join('')
}
