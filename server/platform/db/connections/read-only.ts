import type pg from 'pg'

/** SQLSTATE of a write on a standby, or on a server that was made read-only. */
export const READ_ONLY = '25006'

/** A standby answers queries, may lag behind its primary, and stores nothing. */
export async function isReadOnly(client: pg.ClientBase, query_timeout?: number): Promise<boolean> {
  const statement = { text: 'SHOW transaction_read_only', query_timeout }
  const { rows } = await client.query<{ transaction_read_only: string }>(statement)
  return rows[0]?.transaction_read_only === 'on'
}

export async function requireWritable(client: pg.ClientBase, query_timeout?: number): Promise<void> {
  if (await isReadOnly(client, query_timeout))
    throw Object.assign(new Error('The database is read-only'), { code: READ_ONLY })
}

/** A connection to a server that turned read-only never becomes useful again. */
export function closeOnReadOnlyError({ connection }: pg.Client): void {
  connection.on('errorMessage', ({ code }: pg.DatabaseError) => {
    if (code === READ_ONLY) connection.stream.destroy()
  })
}
