import type { TestApp } from '../../server/testing/app.ts'

type Statement = { name?: string; text?: string; values?: unknown[] }

/** Answers a statement in the database's place with a number of rows, or undefined where it is to be asked. */
type Lie = (said: string, values: unknown[]) => number | undefined

/** Plants a fault between the server and its database until `mend`, and counts how often it struck. */
export function plantLie(pool: TestApp['deps']['db']['pool'], lie: Lie) {
  const asking = pool.query
  let struck = 0
  const lying = (statement: Statement | string, ...more: unknown[]) => {
    const { name = '', text = '', values = [] } = typeof statement === 'string' ? { text: statement } : statement
    const rowCount = lie(`${name} ${text}`, values)
    if (rowCount === undefined) return Reflect.apply(asking, pool, [statement, ...more])
    struck += 1
    return Promise.resolve({ rows: [], rowCount })
  }
  Object.assign(pool, { query: lying })
  return { struck: () => struck, mend: () => Object.assign(pool, { query: asking }) }
}
