type Given = NodeJS.ProcessEnv

const S3 = ['S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
/** What examples and images come with, and what everybody tries first. */
const KNOWN = /^(changeme|secret|password|postgres|stampus|admin|root|test|example|minioadmin|\d+|(.)\2*)$/i
const PLACEHOLDER = /change[-_ ]?(me|this|it)|replace[-_ ]?(me|this|it)|your[-_ ]?(secret|key|password)/i

/** Settings that mean nothing without others. */
export function findIncompleteSettings(given: Given): string[] {
  const missing = S3.filter((name) => !given[name])
  const faults =
    missing.length === S3.length ? [] : missing.map((name) => `${name}: is needed where files are kept on S3`)
  if (given.MIGRATION_DATABASE_URL && !given.DATABASE_URL)
    faults.push('DATABASE_URL: is needed where MIGRATION_DATABASE_URL is given')
  return faults
}

/** Secrets that are no secrets (D-62). */
export function findKnownSecrets(given: Given): string[] {
  const secrets = {
    APP_KEY: given.APP_KEY,
    S3_SECRET_ACCESS_KEY: given.S3_SECRET_ACCESS_KEY,
    DATABASE_URL: passwordIn(given.DATABASE_URL),
    MIGRATION_DATABASE_URL: passwordIn(given.MIGRATION_DATABASE_URL),
    SMTP_URL: passwordIn(given.SMTP_URL),
    METRICS_TOKEN: given.METRICS_TOKEN,
  }
  return Object.entries(secrets)
    .filter(([, secret]) => secret && isKnown(secret))
    .map(([name]) => `${name}: holds a secret that everybody knows`)
}

const isKnown = (secret: string) => KNOWN.test(secret) || PLACEHOLDER.test(secret)

function passwordIn(url: string | undefined): string {
  return URL.parse(url ?? '')?.password ?? ''
}
