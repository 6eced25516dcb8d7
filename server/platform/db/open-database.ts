import { openPostgres, type PostgresLimits } from './connections/postgres.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded/embedded.ts'

type Settings = {
  databaseUrl?: string | undefined
  dataDir: string
  limits?: PostgresLimits
  template?: string | undefined
}

const defaultLimits: PostgresLimits = { poolSize: 10, connectSeconds: 10, statementSeconds: 15 }

/**
 * Opens PostgreSQL at `databaseUrl`, else the embedded engine in `<dataDir>/db`, which only one process may use. PostgreSQL
 * is connected by the first query; the embedded engine runs once this resolves, and starts a new folder from the file
 * `template` if it exists. Throws DataDirInUse if another process uses the folder.
 */
export async function openDatabase({
  databaseUrl,
  dataDir,
  limits = defaultLimits,
  template,
}: Settings): Promise<Database> {
  return databaseUrl ? openPostgres(databaseUrl, limits) : openEmbedded(dataDir, template)
}
