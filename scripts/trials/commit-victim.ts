import { Database } from '../../electron/main/store/database/database'
import { applySettings, openEngine } from '../../electron/main/store/database/engine'

/*
 * A process that commits one row while its disk is made to fail, and dies at once. It prints what the
 * COMMIT said, so that its rows can be compared with its words afterwards.
 *
 *   tsx commit-victim.ts FILE rollback|wal
 */
const [file = '', journal = 'rollback'] = process.argv.slice(2)

const engine = openEngine(file, Buffer.alloc(32, 7))
if (journal === 'wal') {
  engine.execute('PRAGMA journal_mode = WAL')
  engine.execute('PRAGMA synchronous = FULL')
} else applySettings(engine)
const database = new Database(engine)
database.run('CREATE TABLE IF NOT EXISTS sale (id INTEGER PRIMARY KEY, body BLOB)')
const save = (id: number) =>
  database.transaction(() => {
    // More than a page, so that a commit writes several.
    database.run('INSERT INTO sale VALUES (?, ?)', [id, Buffer.alloc(6_000, id)])
  })
save(1)

process.stdout.write('armed\n')
process.stdin.once('data', () => {
  process.stdout.write(`${attempt()}\n`, () => process.kill(process.pid, 'SIGKILL'))
})

function attempt(): string {
  try {
    save(2)
    return 'committed'
  } catch {
    return 'threw'
  }
}
