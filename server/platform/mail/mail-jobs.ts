import type { Config } from '../../config.ts'
import type { Queryable } from '../db/database.ts'
import type { PlatformDeps } from '../deps.ts'
import type { Mail } from './mailer.ts'

/** Sends the mail about the thing with an id, unless that is gone or changed meanwhile. */
export const mailJob =
  <Found>(
    find: (db: Queryable, id: number) => Promise<Found | undefined>,
    write: (config: Config, found: Found) => Mail,
  ) =>
  ({ db, config, mailer }: Pick<PlatformDeps, 'db' | 'config' | 'mailer'>) =>
  async (id: number): Promise<void> => {
    const found = await find(db.pool, id)
    if (found) await mailer.send(write(config, found))
  }
