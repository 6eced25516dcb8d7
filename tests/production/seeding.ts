import { seedDemo } from '../../demo/seed.ts'
import { readConfig } from '../../server/config.ts'
import { openDeps } from '../../server/deps.ts'
import { openPrepared } from '../../server/platform/db/prepare.ts'

/** Merchants and people as in the demo, whom production would refuse if they were marked as such. */
export async function seedEnvironment(settings: Record<string, string>, dataDir: string): Promise<void> {
  const config = readConfig({ ...settings, DATA_DIR: dataDir })
  const db = await openPrepared(config)
  try {
    const deps = await openDeps(config, db)
    await seedDemo(deps, { passwords: {} })
    await deps.jobs.stop()
    await db.pool.query('UPDATE users SET is_demo = false')
    await db.pool.query('UPDATE operators SET is_demo = false')
  } finally {
    await db.close()
  }
}
