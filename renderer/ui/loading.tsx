import { useSlow } from '../hooks/use-slow'
import styles from './loading.module.css'
import { Spinner } from './spinner'

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
