import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ChargingSettings, isSameCode, mostItems } from '../../../../shared/charging'
import { isolated } from '../../../../shared/plain-text'
import { useDidItGoThrough } from '../../../stores/did-it-go-through-store'
import { useTill } from '../../../stores/till-store'
import { typedText } from '../../../typing/typed-text'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import field from '../../../ui/field.module.css'
import { Icon } from '../../../ui/icons/icon'
import layout from '../../../ui/layout.module.css'
import { type ControlProps, control } from '../controls'
import styles from '../settings.module.css'
import {
  fileText,
  type ItemRow,
  isEmptyRow,
  itemOf,
  noItem,
  problemOf,
  readItems,
  rowOf,
} from './item-rows'

/** The shop's items, typed or from a file. An empty row is none. */
export const items = control<ChargingSettings['items'], readonly ItemRow[]>({
  typed: all => all.map(rowOf),
  read: (rows, { shop }) =>
    rows.filter(row => !isEmptyRow(row)).map(row => itemOf(row, shop.currency)),
  show: props => <ItemList {...props} />,
})

const parts = ['name', 'price', 'code'] as const

function ItemList({ value, onChange }: ControlProps<readonly ItemRow[]>) {
  const { t } = useTranslation()
  // One empty row is always there to type into.
  const rows = value.length < mostItems ? [...value, noItem] : value
  const list = useScannedCode(value, onChange)
  return (
    <div className={layout.stack3}>
      <div ref={list} className={styles.items}>
        {parts.map(part => (
          <span key={part} aria-hidden="true">
            {t(`items.part.${part}`)}
          </span>
        ))}
        <span />
        {rows.map((_row, n) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id: it is known by its place
            key={n}
            rows={rows}
            n={n}
            onChange={changed => onChange(rows.with(n, changed).filter(keepsPlace))}
            onRemove={n < value.length ? () => onChange(value.toSpliced(n, 1)) : null}
          />
        ))}
      </div>
      <FromFile rows={value} onChange={onChange} />
    </div>
  )
}

/** A code that no item has, scanned on Charge, is a row of its own, whose name is typed next. */
function useScannedCode(value: readonly ItemRow[], onChange: (rows: readonly ItemRow[]) => void) {
  const list = useRef<HTMLDivElement>(null)
  const code = useDidItGoThrough(store => store.codeToAdd)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once for each scan, not for each change of the list
  useEffect(() => {
    if (code === null) return
    useDidItGoThrough.setState({ codeToAdd: null })
    const there = value.findIndex(row => isSameCode(row.code.trim(), code))
    const n = there < 0 ? value.length : there
    if (there < 0 && n < mostItems) onChange([...value, { ...noItem, code }])
    list.current?.querySelectorAll<HTMLElement>('[data-name]')[n]?.focus()
  }, [code])
  return list
}

/** What prices are in. */
const useCurrency = () => useTill(({ settings }) => settings.shop.currency)

/** The row at the end that is typed into last is there anyway. */
function keepsPlace(row: ItemRow, n: number, all: readonly ItemRow[]): boolean {
  return n < all.length - 1 || !isEmptyRow(row)
}

interface RowProps {
  rows: readonly ItemRow[]
  n: number
  onChange: (row: ItemRow) => void
  onRemove: (() => void) | null
}

function Row({ rows, n, onChange, onRemove }: RowProps) {
  const { t } = useTranslation()
  const row = rows[n] ?? noItem
  const problem = problemOf(row, rows.slice(0, n), useCurrency())
  const number = n + 1
  return (
    <>
      {parts.map(part => (
        <input
          key={part}
          className={field.input}
          aria-label={[t(`items.part.${part}`), number].join(' ')}
          aria-invalid={problem ? true : undefined}
          inputMode={part === 'price' ? 'numeric' : 'text'}
          autoComplete="off"
          spellCheck={false}
          maxLength={part === 'name' ? 30 : 40}
          value={row[part]}
          data-name={part === 'name' || undefined}
          onChange={event => onChange({ ...row, [part]: typedText(event) })}
        />
      ))}
      {onRemove ? (
        <Button variant="quiet" aria-label={t('items.remove', { number })} onClick={onRemove}>
          <Icon name="cross" size="s" />
        </Button>
      ) : (
        <span />
      )}
      {problem && (
        <p className={styles.itemProblem}>
          <Icon name="warn" size="s" /> {t(`items.wrong.${problem}`)}
        </p>
      )}
    </>
  )
}

interface FromFileProps {
  rows: readonly ItemRow[]
  onChange: (rows: readonly ItemRow[]) => void
}

/** Items of a spreadsheet's CSV file: shown first, with what is wrong row by row. */
function FromFile({ rows, onChange }: FromFileProps) {
  const { t } = useTranslation()
  const currency = useCurrency()
  const input = useRef<HTMLInputElement>(null)
  const [found, setFound] = useState<ReturnType<typeof readItems> | null>(null)
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (!file) return
    const text = fileText(new Uint8Array(await file.arrayBuffer()))
    setFound(readItems(text, rows, currency))
    // The same file can be chosen once more.
    target.value = ''
  }
  return (
    <div className={layout.row}>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv"
        hidden
        aria-label={t('items.file')}
        onChange={read}
      />
      <Button onClick={() => input.current?.click()}>{t('items.file')}</Button>
      <span className={layout.small}>{t('items.fileHint')}</span>
      {found && (
        <Dialog
          onClose={() => setFound(null)}
          title={t('items.found', { number: found.rows.length })}
          text={<Preview found={found} />}
          confirm={t('items.add')}
          onConfirm={() => {
            onChange([...rows, ...found.rows])
            setFound(null)
          }}
        />
      )}
    </div>
  )
}

function Preview({ found: { rows, bad } }: { found: ReturnType<typeof readItems> }) {
  const { t } = useTranslation()
  return (
    <div className={styles.itemPreview}>
      {bad.map(({ number, problem }) => (
        <p key={number} className={styles.itemProblem}>
          <Icon name="warn" size="s" /> {t('items.badRow', { number })}{' '}
          {t(`items.wrong.${problem}`)}
        </p>
      ))}
      <ul>
        {rows.map(({ name, price, code }) => (
          <li key={name}>
            {isolated(name)} · {price} {code && `· ${code}`}
          </li>
        ))}
      </ul>
    </div>
  )
}
