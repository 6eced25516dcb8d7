import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLog } from '../../metrics/log.ts'
import { openDatabase } from '../database.ts'
import { prepareSchema } from '../prepare.ts'
import { packReadyMade } from './template-database.ts'

/** Makes an empty database of this release and packs it into a file. */
export async function makeReadyMade(file: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stampus-build-'))
  try {
    const db = await openDatabase({ dataDir })
    await prepareSchema(db.pool, openLog({ LOG_LEVEL: 'error' })).finally(() => db.close())
    await packReadyMade(join(dataDir, 'db'), file)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
