import { useTranslation } from 'react-i18next'
import { Page } from '../../parts/page'
import { Segments } from '../../parts/segments'
import { useToDos } from '../../state/use-to-dos'
import { type PaymentsList, show } from '../../state/view-store'
import { AllPayments } from './all-payments'
import styles from './payments-screen.module.css'
import { ToDoList } from './to-do-list'

/** All payments, or those that wait for a person. */
export function PaymentsScreen({ list }: { list: PaymentsList }) {
  const { t } = useTranslation()
  const toDos = useToDos()
  return (
    <Page
      title={t('payments.title')}
      beside={
        <div className={styles.which}>
          <Segments
            label={t('payments.which')}
            value={list}
            options={[
              { value: 'all', label: t('payments.all') },
              { value: 'toDo', label: t('payments.toDo', { number: toDos.length }) },
            ]}
            onChange={next => show({ name: 'payments', list: next })}
          />
        </div>
      }
    >
      {list === 'all' ? <AllPayments /> : <ToDoList sales={toDos} />}
    </Page>
  )
}
