/**
 * The page may load its own files and nothing else: no inline code, no network. It talks to main
 * alone. `data:` images are there for the font library's and CSS's masks only.
 */
export const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
