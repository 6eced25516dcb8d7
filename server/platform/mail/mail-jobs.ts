import type { Config } from '../../config.ts'
import type { Queryable } from '../db/database.ts'
import type { PlatformDeps } from '../deps.ts'
import type { Mail } from './mailer.ts'

/** The handler of a kind of mail job: sends the mail about a thing, unless it is gone or `write` returns none. */
export const mailJob =
  <Found>(
    find: (db: Queryable, id: number) => Promise<Found | undefined>,
    write: (config: Config, found: Found, now: Date) => Mail | undefined,
  ) =>
  ({ db, config, mailer, now }: Pick<PlatformDeps, 'db' | 'config' | 'mailer' | 'now'>) =>
  async (id: number): Promise<void> => {
    const found = await find(db.pool, id)
    const mail = found && write(config, found, now())
    if (mail) await mailer.send(mail)
  }
