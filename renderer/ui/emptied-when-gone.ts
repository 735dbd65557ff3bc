/**
 * For the `ref` of an input: what was typed is gone from the memory of the window with the field.
 * HAZARD: a field that left the screen can be held by the browser for a while (an event, a collector that
 * takes an old address for a live one), and its value, an API secret among them, with it.
 */
export function emptiedWhenGone(input: HTMLInputElement) {
  return () => {
    input.value = ''
    // React writes what is typed into the attribute as well.
    input.removeAttribute('value')
  }
}
