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

/** PostgreSQL at `databaseUrl`, else the embedded engine in `<dataDir>/db`. Throws DataDirInUse if that is in use. */
export async function openDatabase(settings: Settings): Promise<Database> {
  const { databaseUrl, dataDir, limits = defaultLimits, template } = settings
  return databaseUrl ? openPostgres(databaseUrl, limits) : openEmbedded(dataDir, template)
}
