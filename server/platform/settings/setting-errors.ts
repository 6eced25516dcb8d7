const S3 = ['S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
/** Default passwords of examples and images, and passwords that attackers try first. */
const KNOWN = /^(changeme|secret|password|postgres|stampus|admin|root|test|example|minioadmin|\d+|(.)\2*)$/i
const PLACEHOLDER = /change[-_ ]?(me|this|it)|replace[-_ ]?(me|this|it)|your[-_ ]?(secret|key|password)/i

/** Reports settings that need others which are missing. */
export function findIncompleteSettings(env: NodeJS.ProcessEnv): string[] {
  const missing = S3.filter((name) => !env[name])
  const errors =
    missing.length === S3.length ? [] : missing.map((name) => `${name}: is needed where files are kept on S3`)
  if (env.MIGRATION_DATABASE_URL && !env.DATABASE_URL)
    errors.push('DATABASE_URL: is needed where MIGRATION_DATABASE_URL is given')
  return errors
}

/** Reports secrets that are well known. */
export function findKnownSecrets(env: NodeJS.ProcessEnv): string[] {
  const secrets = {
    APP_KEY: env.APP_KEY,
    S3_SECRET_ACCESS_KEY: env.S3_SECRET_ACCESS_KEY,
    DATABASE_URL: passwordIn(env.DATABASE_URL),
    MIGRATION_DATABASE_URL: passwordIn(env.MIGRATION_DATABASE_URL),
    SMTP_URL: passwordIn(env.SMTP_URL),
    METRICS_TOKEN: env.METRICS_TOKEN,
  }
  return Object.entries(secrets)
    .filter(([, secret]) => secret && isKnown(secret))
    .map(([name]) => `${name}: holds a secret that everybody knows`)
}

const isKnown = (secret: string) => KNOWN.test(secret) || PLACEHOLDER.test(secret)

function passwordIn(url: string | undefined): string {
  return URL.parse(url ?? '')?.password ?? ''
}
