const S3 = ['S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
/** Default passwords of examples and images, and what attackers try first. */
const KNOWN = /^(changeme|secret|password|postgres|stampus|admin|root|test|example|minioadmin|\d+|(.)\2*)$/i
const PLACEHOLDER = /change[-_ ]?(me|this|it)|replace[-_ ]?(me|this|it)|your[-_ ]?(secret|key|password)/i

export function findIncompleteSettings(env: NodeJS.ProcessEnv): string[] {
  const errors = [
    ...findMissing(env, S3, 'is needed to store files on S3'),
    ...findMissing(
      env,
      S3.map((name) => `BACKUP_${name}`),
      'is needed to store backups on S3',
    ),
  ]
  if (env.COUNTER_URL && hostOf(env.COUNTER_URL) === hostOf(env.CONSOLE_URL))
    errors.push('COUNTER_URL: needs another host name than CONSOLE_URL')
  if (env.MIGRATION_DATABASE_URL && !env.DATABASE_URL)
    errors.push('DATABASE_URL: is needed with MIGRATION_DATABASE_URL')
  return errors
}

/** All of these are needed, or none. */
function findMissing(env: NodeJS.ProcessEnv, names: string[], why: string): string[] {
  const missing = names.filter((name) => !env[name])
  return missing.length === names.length ? [] : missing.map((name) => `${name}: ${why}`)
}

const RENAMED: Record<string, string> = { READING: 'RECEIPT_OCR' }

/** Finds settings with an old name, so that none is silently ignored. */
export const findRenamedSettings = (env: NodeJS.ProcessEnv): string[] =>
  Object.entries(RENAMED)
    .filter(([old]) => env[old])
    .map(([old, now]) => `${old}: is called ${now} now`)

type Secret = 'APP_KEY' | 'METRICS_TOKEN' | 'SMTP_URL' | `${'' | 'MIGRATION_'}DATABASE_URL`
type BackupSecret = 'BACKUP_KEY' | `${'' | 'BACKUP_'}S3_SECRET_ACCESS_KEY`

export function findKnownSecrets(env: { [Name in Secret | BackupSecret]?: string | undefined }): string[] {
  const secrets = {
    APP_KEY: env.APP_KEY,
    S3_SECRET_ACCESS_KEY: env.S3_SECRET_ACCESS_KEY,
    BACKUP_KEY: env.BACKUP_KEY,
    BACKUP_S3_SECRET_ACCESS_KEY: env.BACKUP_S3_SECRET_ACCESS_KEY,
    DATABASE_URL: passwordIn(env.DATABASE_URL),
    MIGRATION_DATABASE_URL: passwordIn(env.MIGRATION_DATABASE_URL),
    SMTP_URL: passwordIn(env.SMTP_URL),
    METRICS_TOKEN: env.METRICS_TOKEN,
  }
  return Object.entries(secrets)
    .filter(([, secret]) => secret && isKnown(secret))
    .map(([name]) => `${name}: holds a well-known secret`)
}

const isKnown = (secret: string) => KNOWN.test(secret) || PLACEHOLDER.test(secret)

const passwordIn = (url: string | undefined): string => URL.parse(url ?? '')?.password ?? ''

export function findProductionErrors(env: NodeJS.ProcessEnv): string[] {
  const needed = ['DATABASE_URL', 'APP_KEY', 'WEB_URL', 'SMTP_URL']
  const errors = needed.filter((name) => !env[name]).map((name) => `${name}: is needed in production`)
  const plain = ['WEB_URL', 'CONSOLE_URL', 'COUNTER_URL'].filter((name) => env[name]?.trim().startsWith('http:'))
  errors.push(...plain.map((name) => `${name}: needs https in production`))
  if (env.CORS_ORIGINS?.includes('http:')) errors.push('CORS_ORIGINS: needs https in production')
  const sameHost = !env.CONSOLE_URL || hostOf(env.CONSOLE_URL) === hostOf(env.WEB_URL)
  if (sameHost && env.CONSOLE_SAME_ORIGIN !== 'accept')
    errors.push('CONSOLE_URL: needs a host name of its own in production, or CONSOLE_SAME_ORIGIN=accept')
  if (sendsPlainPassword(env)) errors.push('SMTP_STARTTLS: must be required, because SMTP_URL contains a password')
  return errors
}

function sendsPlainPassword({ SMTP_URL = '', SMTP_STARTTLS }: NodeJS.ProcessEnv): boolean {
  const { protocol, password } = URL.parse(SMTP_URL) ?? {}
  return protocol === 'smtp:' && Boolean(password) && SMTP_STARTTLS !== 'required'
}

/** The host of a URL without the port, because cookies ignore it. */
const hostOf = (url: string | undefined): string | undefined =>
  url && URL.canParse(url) ? new URL(url).hostname : undefined
