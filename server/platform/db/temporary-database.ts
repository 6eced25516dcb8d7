import { randomBytes } from 'node:crypto'
import pg from 'pg'

const PREFIX = 'stampus_rehearsal_'

export type TemporaryDatabase = { url: string; remove(): Promise<void> }

/** An empty database on the same server. Undefined if the role may not create one. Removes those of killed processes. */
export async function createTemporaryDatabase(serverUrl: string): Promise<TemporaryDatabase | undefined> {
  const name = `${PREFIX}${randomBytes(8).toString('hex')}`
  const isCreated = await administer(serverUrl, async (client) => {
    const role = 'SELECT rolcreatedb OR rolsuper AS may FROM pg_roles WHERE rolname = current_user'
    if (!(await client.query<{ may: boolean }>(role)).rows[0]?.may) return false
    for (const leftover of await listUnused(client)) await client.query(`DROP DATABASE IF EXISTS ${leftover}`)
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0`)
    return true
  })
  if (!isCreated) return undefined
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const remove = async (client: pg.Client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`))
  return { url: url.href, remove: () => administer(serverUrl, remove) }
}

async function listUnused(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>({
    text: `SELECT datname AS name FROM pg_database d WHERE starts_with(datname, $1)
      AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.datid = d.oid)`,
    values: [PREFIX],
  })
  return rows.map(({ name }) => pg.escapeIdentifier(name))
}

async function administer<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return work(client).finally(() => client.end())
}
