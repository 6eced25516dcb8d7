import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { arrayBuffer } from 'node:stream/consumers'
import { findBackupKey, findExisting, liesOnDataDisk, putContent } from '../backups/backup-store.ts'
import { lastGoodBackup } from '../backups/records.ts'
import { HOUR_MS } from '../durations.ts'
import { isLoopback } from '../http/guards/hosts.ts'
import { verifySmtp } from '../mail/mailer.ts'
import { describeSmtpError } from '../mail/smtp-errors.ts'
import { findKnownSecrets } from '../settings/setting-errors.ts'
import { openBackupStorage } from '../storage/open-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { type Check, type Installation, only } from './check.ts'

const GIB = 1024 ** 3
/** For uploads under way, mails, logs and a backup's parts. */
const LEAST_FREE_GIB = 2
/** A daily backup, its rehearsal and some hours. */
const BACKUP_AGE_HOURS = 30
const NODE_FROM = 20
const RANDOM = 'what “openssl rand -base64 32” prints'
const NEW_SECRET = `Set another one, such as ${RANDOM}; a new APP_KEY ends links and signed addresses.`
const NEW_KEY = `Set it to ${RANDOM}, or BACKUP_TIME=off if you back up by other means.`
const backsUp = (config: Installation['config']) => config.BACKUP_TIME !== 'off'

export const machineChecks: Check<Installation>[] = [
  {
    name: 'Settings',
    advice: 'Compare the settings with .env.example.',
    find: async ({ config }) => [
      ...findKnownSecrets(config).flatMap((error) => only(true, `${error.replace(':', '')}.`, NEW_SECRET)),
      ...only(
        !config.production && !isLoopback(config.HOST),
        'Other machines can reach this server, but it does not run with the rules for production.',
        'Set NODE_ENV=production, or HOST=127.0.0.1 if only this machine shall reach it.',
      ),
      ...only(
        config.production && !config.S3_BUCKET && config.FILES !== 'local',
        'Files are stored in the data folder, which replicas on other machines do not see.',
        'Set the S3 settings, or FILES=local if this is the only server or all share the folder.',
      ),
    ],
  },
  {
    name: 'Disk',
    advice: 'Check that DATA_DIR and BACKUP_DIR exist and that this user may read them.',
    find: async ({ config }) => {
      const folders = { DATA_DIR: config.DATA_DIR, ...(backsUp(config) && { BACKUP_DIR: config.BACKUP_DIR }) }
      const advice = 'Make room or enlarge the disk: a full one stops uploads and backups.'
      const found = Object.entries(folders).map(async ([name, path]) => {
        const { bavail, bsize } = await statfs(await findExisting(path))
        const gib = (bavail * bsize) / GIB
        const wrong = `The disk of ${name} has ${gib.toFixed(1)} GiB left, less than ${LEAST_FREE_GIB}.`
        return only(gib < LEAST_FREE_GIB, wrong, advice)
      })
      return (await Promise.all(found)).flat()
    },
  },
  {
    name: 'Mail',
    advice: 'Check SMTP_URL.',
    find: async ({ config }) => {
      const error = await verifySmtp(config).catch(describeSmtpError)
      const advice = 'Check SMTP_URL and SMTP_STARTTLS, and that this machine may reach the mail server.'
      return only(error, `Mails cannot be sent: ${error}`, advice)
    },
  },
  {
    name: 'Files',
    advice: 'Check the S3 settings and that the key may write, read and delete; without S3, the rights of DATA_DIR.',
    find: ({ config, storage }) => tryStorage(config.DATA_DIR, storage),
  },
  {
    name: 'Backups',
    advice: 'Check the BACKUP settings and that the key may list, write, read and delete.',
    find: async ({ config, now }) => {
      if (!backsUp(config)) return []
      const keyless = only(!findBackupKey(config), 'There are no backups, because BACKUP_KEY is not set.', NEW_KEY)
      if (keyless.length > 0) return keyless
      await tryStorage(config.DATA_DIR, await openBackupStorage(config))
      const good = await lastGoodBackup(config)
      const hours = good ? Math.floor((now().getTime() - Date.parse(good.made_at)) / HOUR_MS) : Infinity
      const old = good ? `The last good backup is ${hours} hours old.` : 'There is no good backup.'
      const advice = 'Run “npm run stampus -- backup”: if it fails, it says why.'
      const near = 'Backups lie on the disk of the data, which may fail with it.'
      const away = 'Set BACKUP_DIR to another disk, or the BACKUP_S3 settings.'
      return [...only(hours > BACKUP_AGE_HOURS, old, advice), ...only(await liesOnDataDisk(config), near, away)]
    },
  },
  {
    name: 'Node.js',
    advice: 'Install a current Node.js.',
    find: async () => {
      const { node } = process.versions
      const advice = `Install Node.js ${NODE_FROM} or newer.`
      return only(Number.parseInt(node, 10) < NODE_FROM, `Node.js ${node} is too old.`, advice)
    },
  },
]

/** Writes, reads and deletes a file of its own. Throws what the store says. */
async function tryStorage(dataDir: string, storage: Storage): Promise<[]> {
  const key = `doctor/${randomUUID()}.txt`
  await putContent(storage, dataDir, key, Buffer.from(key))
  const found = await storage.openRead(key)
  if (!found || Buffer.from(await arrayBuffer(found.stream)).toString() !== key) throw new Error('a file changed')
  await storage.remove(key)
  return []
}
