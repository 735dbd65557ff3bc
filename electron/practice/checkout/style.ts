import { createHash } from 'node:crypto'

/** The page's only style sheet: it loads nothing. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #f6f3ec; --card: #fffdf8; --ink: #1d2a26; --soft: #55635d; --line: #cfc8b8;
  --brand: #0d5c4a; --on-brand: #fff; --paid: #0b7a3e; --bad: #b3261e; --calm: #5d5470;
  --focus: #1267d8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #121815; --card: #1a221e; --ink: #eef3ef; --soft: #a9b6af; --line: #46544d;
    --brand: #3fb896; --on-brand: #06231b; --paid: #5fd08d; --bad: #ff8f85; --calm: #bdb1d8;
    --focus: #7db4ff;
  }
}
* { box-sizing: border-box; margin: 0; }
body {
  min-height: 100vh; background: var(--paper); color: var(--ink);
  font: 400 1.125rem/1.5 system-ui, sans-serif;
}
.practice {
  padding: 0.75rem 1rem; text-align: center; font-weight: 700; color: #2a2300;
  background: repeating-linear-gradient(-45deg, #ffd84d 0 14px, #f4c400 14px 28px);
}
.practice strong { display: block; font-size: 1.5rem; letter-spacing: 0.08em; }
main {
  width: calc(100% - 1.5rem); max-width: 30rem; margin: 1.5rem auto; padding: 1.75rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 1.25rem;
}
h1 { font-size: 1.25rem; }
.amount {
  margin: 0.5rem 0 1rem; font-size: clamp(2rem, 10vw, 3.25rem); font-weight: 700;
  line-height: 1.1; font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
.amount span { font-size: 0.5em; font-weight: 500; color: var(--soft); }
dl { display: grid; gap: 0.25rem 1rem; grid-template-columns: auto 1fr; }
dt { color: var(--soft); }
dd { text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
form { display: grid; gap: 0.75rem; margin-top: 1.5rem; }
button {
  min-height: 3.5rem; border: 2px solid var(--brand); border-radius: 0.9rem; cursor: pointer;
  font: inherit; font-weight: 700; font-size: 1.25rem;
  background: var(--brand); color: var(--on-brand);
}
button.quiet { background: none; color: var(--ink); border-color: var(--soft); }
button:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px; }
.result { margin-top: 1.5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
.result strong { display: block; font-size: 1.75rem; }
.paid strong { color: var(--paid); }
.failed strong { color: var(--bad); }
.over strong { color: var(--calm); }
`

const hash = createHash('sha256').update(style).digest('base64')

/** Lets the page have this one style and post its form home, and nothing else. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
