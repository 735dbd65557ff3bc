/** An id (UUID) from its 32 hexadecimal digits. */
export function formatId(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
