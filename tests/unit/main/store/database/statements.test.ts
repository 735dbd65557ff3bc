import { describe, expect, it } from 'vitest'
import {
  changesSchema,
  countPlaceholders,
  refuseUnlessWrite,
} from '../../../../../electron/main/store/database/statements'

describe('placeholders', () => {
  it.each([
    ['SELECT 1', 0],
    ['INSERT INTO t VALUES (?, ?,?)', 3],
    [`SELECT 'why?', "a?b", [c?], \`d?\`, ? FROM t`, 1],
    ["SELECT 'it''s ?', ?", 1],
    ['SELECT ? -- really?\n, ? /* or?\n not? */', 2],
    ["SELECT 'a;b:c@d$e', 'x' -- ;", 0],
    ["CREATE TRIGGER t BEFORE DELETE ON s BEGIN SELECT RAISE(ABORT, 'kept'); END", 0],
  ])('in %s', (sql, count) => {
    expect(countPlaceholders(sql)).toBe(count)
  })

  it.each(['SELECT ?1', 'SELECT :name', 'SELECT @name', 'SELECT $name'])('refuse %s', sql => {
    expect(() => countPlaceholders(sql)).toThrow('Only positional')
  })

  it.each([
    'DELETE FROM a; DELETE FROM b',
    'CREATE TRIGGER t BEFORE DELETE ON s BEGIN SELECT 1; SELECT 2; END',
    'CREATE TRIGGER t BEFORE DELETE ON s BEGIN SELECT 1; END; DELETE FROM a',
  ])('refuse a second statement, which the engine would drop: %s', sql => {
    expect(() => countPlaceholders(sql)).toThrow('One statement')
  })
})

describe('what run takes', () => {
  it.each([
    'PRAGMA synchronous = OFF',
    'BEGIN',
    'COMMIT',
    'ROLLBACK',
    'SAVEPOINT a',
    "ATTACH 'x' AS y",
    'VACUUM',
    '/* INSERT */ PRAGMA user_version = 1',
    '',
  ])('is not %s', sql => {
    expect(() => refuseUnlessWrite(sql)).toThrow('run() is for')
  })

  it('is a write, whatever its case and comments', () => {
    expect(() => refuseUnlessWrite('-- why\n  insert into t values (1)')).not.toThrow()
    expect(changesSchema('/* new */ Create table t(a)')).toBe(true)
    expect(changesSchema("INSERT INTO t VALUES ('DROP TABLE t')")).toBe(false)
  })
})
