/** Whether a URL's host is this computer itself. A name that merely resolves to it does not count. */
export function isLoopback(url: URL): boolean {
  const { hostname } = url
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}
