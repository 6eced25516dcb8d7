import { resolve } from 'node:path'
import { SEN_PER_STAMP_MAX, STAMPS_PER_RECEIPT_MAX } from '@stampus/contract/limits'
import * as z from 'zod'
import { appKeyPath, loadAppKey } from './platform/security/app-key.ts'
import {
  findIncompleteSettings,
  findKnownSecrets,
  findProductionErrors,
  findRenamedSettings,
} from './platform/settings/setting-errors.ts'
import {
  bearer,
  count,
  domains,
  origin,
  origins,
  postgres,
  proxies,
  sender,
  text,
  timeZone,
} from './platform/settings/setting-types.ts'

const KEY_MIN = 32
const PRODUCTION_GRACE_SECONDS = 5

/** `npm run docs` writes the descriptions into docs/operations.md. */
export const environment = z.object({
  NODE_ENV: text.default('development').describe('`production` for production; any other value is development'),
  HOST: text.default('127.0.0.1').describe('the address to listen on'),
  PORT: count(0, 65535).default(4000).describe('the port to listen on; 0 lets the system choose one'),
  DATA_DIR: text.default('data').describe('the folder for the embedded database, files and uploads under way'),
  INCOMING_MAX_MB: count(25, 1_000_000)
    .default(1024)
    .describe('megabytes of disk for uploads under way on one replica; further uploads get a 503 with Retry-After'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .optional()
    .describe('how much is logged: `info` (one line a request) in production, else `warn`'),
  METRICS_TOKEN: bearer.optional().describe('the bearer token for `/metrics`'),
  WEB_URL: origin.optional().describe('the URL of the web app; links in mails start with it'),
  CONSOLE_URL: origin.optional().describe('the URL of the console, with a host name of its own'),
  COUNTER_URL: origin
    .optional()
    .describe(
      'the URL of the counter app, with a host name of its own; without it the app is on the host of the web app',
    ),
  CONSOLE_SAME_ORIGIN: z
    .literal('accept')
    .optional()
    .describe('`accept` allows the console on the host of the web app in production'),
  CORS_ORIGINS: origins
    .default([])
    .describe('other origins whose pages may call the API, if the app is built with `VITE_API_BASE`; comma-separated'),
  TRUSTED_PROXIES: proxies
    .default([])
    .describe('addresses or ranges of proxies whose X-Forwarded-For and X-Request-Id are trusted, comma-separated'),
  PROXY_SETS_HOST: z
    .enum(['host', 'x-forwarded-host'])
    .default('host')
    .describe(
      'the header in which the trusted proxies pass the requested host; `x-forwarded-host` only if they set or clear it on every request',
    ),
  STOP_GRACE_SECONDS: count(0, 300)
    .optional()
    .describe(
      'seconds that a stopping server still serves, not ready, so that a proxy notices: 5 in production, else 0',
    ),
  DATABASE_URL: postgres
    .optional()
    .describe('PostgreSQL 15 or newer, with the role of the application; without it the embedded database'),
  MIGRATION_DATABASE_URL: postgres.optional().describe('the same database with the role that owns the tables'),
  DATABASE_POOL_SIZE: count(2, 500).default(10).describe('connections in the pool of a replica; it uses two more'),
  DATABASE_CONNECT_SECONDS: count(1, 60).default(5).describe('seconds that a request waits for a connection'),
  DATABASE_STATEMENT_SECONDS: count(1, 600).default(15).describe('seconds that a statement may take'),
  APP_KEY: text
    .min(KEY_MIN, `needs at least ${KEY_MIN} characters`)
    .optional()
    .describe('the secret for links, picture URLs and second factors; without it one is created in the data folder'),
  S3_BUCKET: text
    .min(3)
    .optional()
    .describe('a bucket for files instead of the data folder: set all five S3 settings or none'),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('the URL of the S3 service'),
  S3_REGION: text.min(1).optional().describe('its region'),
  S3_ACCESS_KEY_ID: text.min(1).optional().describe('its access key'),
  S3_SECRET_ACCESS_KEY: text.min(1).optional().describe('its secret key'),
  FILES: z
    .literal('local')
    .optional()
    .describe('`local` confirms that a production server stores files in the data folder: no warning at its start'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'the mail server, such as `smtps://user:password@mail.campus.edu.my`; without it mails are written as files',
    ),
  SMTP_STARTTLS: z
    .enum(['offered', 'required'])
    .default('offered')
    .describe('whether mail may be sent unencrypted if the mail server offers no encryption'),
  MAIL_FROM: sender.default('Stampus <no-reply@stampus.example>').describe('the sender of mails'),
  SECOND_FACTOR: z
    .enum(['optional', 'managers', 'everyone'])
    .default('optional')
    .describe('which operators must have a second factor: `optional`, `managers`, `everyone`'),
  PRODUCT_NAME: text.min(1).default('Stampus').describe('the name of the app'),
  LEGAL_NAME: text
    .min(1)
    .default('Universiti Holdings Sdn. Bhd.')
    .describe('the responsible organisation, in legal texts'),
  SUPPORT_EMAIL: z.email().default('support@stampus.example').describe('the address of support'),
  COLLEGE_DOMAINS: domains
    .default(['campus.edu.my', 'student.campus.edu.my'])
    .describe('email domains that may register, comma-separated'),
  CURRENCY: text.min(1).default('RM').describe('the currency, shown before amounts'),
  TIME_ZONE: timeZone.default('Asia/Kuala_Lumpur').describe('the time zone of all days'),
  MAX_RECEIPT_AGE_DAYS: count(1, 36500)
    .default(60)
    .describe('days after the purchase in which a receipt may be submitted'),
  RECEIPT_PICTURE_DAYS: count(1, 36500)
    .default(730)
    .describe('days after the decision that the pictures of a receipt are stored'),
  MAIL_DAYS: count(1, 3650).default(30).describe('days that mail files and failed mails are stored'),
  SEN_PER_STAMP: count(1, SEN_PER_STAMP_MAX).default(1000).describe('sen for one stamp, in the first earning rule'),
  MAX_STAMPS_PER_SUBMISSION: count(1, STAMPS_PER_RECEIPT_MAX)
    .default(50)
    .describe('the most stamps for one receipt, in the first earning rule'),
  LARGE_AMOUNT_SEN: count(1, 100_000_000)
    .default(50_000)
    .describe('sen above which an amount is a signal, cannot be bulk approved and needs a second operator'),
  CONFIRM_STAMPS: count(0, 1_000_000)
    .default(50)
    .describe(
      'stamps of one member that a manager may adjust, reverse or change by voiding vouchers in 7 days without a second manager',
    ),
  RECEIPT_OCR: z
    .enum(['on', 'off'])
    .default('on')
    .describe('whether OCR reads pictures of receipts, for hints: `on` or `off`'),
  SPOT_CHECK_PERCENT: count(0, 100)
    .default(5)
    .describe(
      'percentage of decisions that a second operator checks without seeing the result; of bulk approvals at least 10',
    ),
  REVIEW_TARGET_HOURS: count(1, 1000)
    .default(24)
    .describe('hours that a receipt may wait before the overview shows it in red'),
})

type Settled = 'APP_KEY' | 'LOG_LEVEL' | 'WEB_URL' | 'DATA_DIR' | 'STOP_GRACE_SECONDS'

export type Config = Omit<z.infer<typeof environment>, Settled> & {
  APP_KEY: string
  LOG_LEVEL: NonNullable<z.infer<typeof environment>['LOG_LEVEL']>
  /** If it is not set and PORT is 0, the port is set once the server listens. */
  WEB_URL: string
  DATA_DIR: string
  STOP_GRACE_SECONDS: number
  production: boolean
}

export class InvalidSettings extends Error {}

/** Throws InvalidSettings with a message that names each error. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  const production = env.NODE_ENV === 'production'
  const errors = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  errors.push(...findRenamedSettings(given), ...findIncompleteSettings(given))
  if (production) errors.push(...findProductionErrors(given), ...findKnownSecrets(given))
  if (errors.length > 0 || !parsed.success)
    throw new InvalidSettings(`These settings are missing or wrong:\n  ${errors.join('\n  ')}`)
  const settings = parsed.data
  const dataDir = resolve(settings.DATA_DIR)
  return {
    ...settings,
    production,
    DATA_DIR: dataDir,
    STOP_GRACE_SECONDS: settings.STOP_GRACE_SECONDS ?? (production ? PRODUCTION_GRACE_SECONDS : 0),
    LOG_LEVEL: settings.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    APP_KEY: settings.APP_KEY ?? loadOwnKey(dataDir),
    WEB_URL: settings.WEB_URL ?? `http://${hostInAddress(settings.HOST)}:${settings.PORT}`,
  }
}

export function setPort(config: Config, port: number): void {
  if (config.PORT === 0) config.WEB_URL = config.WEB_URL.replace(/:0$/, `:${port}`)
}

function loadOwnKey(dataDir: string): string {
  const key = loadAppKey(dataDir)
  if (key.length >= KEY_MIN) return key
  const path = appKeyPath(dataDir)
  throw new InvalidSettings(
    `The key in ${path} is damaged. Restore it, or delete it: then links and picture URLs made with it become invalid.`,
  )
}

function hostInAddress(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
