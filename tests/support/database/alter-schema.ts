import { inject, vi } from 'vitest'
import type { Deps } from '../../../server/deps.ts'
import { administer, urlOf } from './template.ts'

/** Changes the schema, which only the owner of the tables may do. */
export async function alterSchema({ db }: Pick<Deps, 'db'>, statement: string): Promise<void> {
  const template = inject('template')
  if (template.engine === 'embedded') await db.pool.query(statement)
  else await administer(urlOf(template.server, databaseOf(db)), statement)
}

/** Changes the schema right after the next file is stored. */
export function alterSchemaAfterNextUpload(deps: Pick<Deps, 'db' | 'storage'>, statement: string) {
  const { put } = deps.storage
  return vi.spyOn(deps.storage, 'put').mockImplementationOnce(async (path, key) => {
    await put(path, key)
    await alterSchema(deps, statement)
  })
}

function databaseOf({ pool }: Deps['db']): string {
  return new URL(pool.options.connectionString ?? '').pathname.slice(1)
}
