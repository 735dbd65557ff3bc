/** The text of a file, put in the bundle when the app is built. */
declare module '*.sql?raw' {
  const text: string
  export default text
}
