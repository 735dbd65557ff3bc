/** A fact and its name in a list of facts; nothing where it is not known. */
export function Fact({ name, text }: { name: string; text: string | null }) {
  if (!text) return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </>
  )
}
