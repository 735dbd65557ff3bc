import { useSlow } from '../hooks/use-slow'
import styles from './loading.module.css'

/** A wait: nothing for the first second, then a spinner with words. */
export function Loading({ text }: { text: string }) {
  const slow = useSlow(true)
  return (
    <output className={styles.loading}>
      {slow && (
        <>
          <Spinner /> {text}
        </>
      )}
    </output>
  )
}

/** Turns while something is under way; the words next to it say what. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}
