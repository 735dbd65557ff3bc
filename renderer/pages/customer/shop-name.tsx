import styles from './shop-name.module.css'

/** Whose till it is. */
export function ShopName({ shop }: { shop: string }) {
  return shop === '' ? null : <p className={styles.shop}>{shop}</p>
}
