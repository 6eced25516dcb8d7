import type { TestApp } from '../../support/server/app.ts'

type Statement = { name?: string; text?: string; values?: unknown[] }

/** The row count that a statement gets in place of the database's answer; undefined passes it to the database. */
type FaultyAnswer = (statementText: string, values: unknown[]) => number | undefined

/** Injects a fault between the server and its database until `restore`, and counts how often it was used. */
export function injectFault(pool: TestApp['deps']['db']['pool'], fakeRowCount: FaultyAnswer) {
  const originalQuery = pool.query
  let hits = 0
  const faultyQuery = (statement: Statement | string, ...more: unknown[]) => {
    const { name = '', text = '', values = [] } = typeof statement === 'string' ? { text: statement } : statement
    const rowCount = fakeRowCount(`${name} ${text}`, values)
    if (rowCount === undefined) return Reflect.apply(originalQuery, pool, [statement, ...more])
    hits += 1
    return Promise.resolve({ rows: [], rowCount })
  }
  Object.assign(pool, { query: faultyQuery })
  return { hits: () => hits, restore: () => Object.assign(pool, { query: originalQuery }) }
}

type Counted = { key: string; hits: number }

/**
 * Counts rate-limit hits under other keys until `restore`, or not at all where the key is undefined. The server still
 * gets them under their own keys.
 */
export function injectCountingFault(pool: TestApp['deps']['db']['pool'], keyFor: (key: string) => string | undefined) {
  const originalQuery = pool.query
  let hits = 0
  const counting = async (statement: { name?: string; values?: unknown[][] }, ...more: unknown[]) => {
    const ask = (asked: object): Promise<{ rows: Counted[] }> => Reflect.apply(originalQuery, pool, [asked, ...more])
    const { name, values: [keys = [], max = [], until = [], now] = [] } = statement
    if (name !== 'limits.hit') return ask(statement)
    const all = keys.map((own, at) => ({ own: String(own), key: keyFor(String(own)), max: max[at], until: until[at] }))
    hits += all.filter(({ own, key }) => own !== key).length
    const counted = all.filter(({ key }) => key !== undefined)
    const values = [counted.map(({ key }) => key), counted.map((one) => one.max), counted.map((one) => one.until), now]
    const { rows } = await ask({ ...statement, values })
    const hitsOf = (key?: string) => (key === undefined ? 1 : rows.find((row) => row.key === key)?.hits)
    return { rows: all.flatMap(({ own, key }) => (hitsOf(key) ? [{ key: own, hits: hitsOf(key) }] : [])) }
  }
  Object.assign(pool, { query: counting })
  return { hits: () => hits, restore: () => Object.assign(pool, { query: originalQuery }) }
}
