import { join, resolve } from 'node:path'
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
  backupKey,
  bearer,
  count,
  dailyTime,
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

/** The settings' descriptions are in platform/settings/settings.json. */
export const environment = z.object({
  NODE_ENV: text.default('development'),
  HOST: text.default('127.0.0.1'),
  PORT: count(0, 65535).default(4000),
  DATA_DIR: text.default('data'),
  INCOMING_MAX_MB: count(25, 1_000_000).default(1024),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
  METRICS_TOKEN: bearer.optional(),
  WEB_URL: origin.optional(),
  CONSOLE_URL: origin.optional(),
  COUNTER_URL: origin.optional(),
  CONSOLE_SAME_ORIGIN: z.literal('accept').optional(),
  CORS_ORIGINS: origins.default([]),
  TRUSTED_PROXIES: proxies.default([]),
  PROXY_SETS_HOST: z.enum(['host', 'x-forwarded-host']).default('host'),
  STOP_GRACE_SECONDS: count(0, 300).optional(),
  DATABASE_URL: postgres.optional(),
  MIGRATION_DATABASE_URL: postgres.optional(),
  DATABASE_POOL_SIZE: count(2, 500).default(10),
  DATABASE_CONNECT_SECONDS: count(1, 60).default(5),
  DATABASE_STATEMENT_SECONDS: count(1, 600).default(15),
  APP_KEY: text.min(KEY_MIN, `needs at least ${KEY_MIN} characters`).optional(),
  S3_BUCKET: text.min(3).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: text.min(1).optional(),
  S3_ACCESS_KEY_ID: text.min(1).optional(),
  S3_SECRET_ACCESS_KEY: text.min(1).optional(),
  FILES: z.literal('local').optional(),
  BACKUP_KEY: backupKey.optional(),
  BACKUP_TIME: dailyTime.default('02:30'),
  BACKUP_DIR: text.min(1).optional(),
  BACKUP_S3_BUCKET: text.min(3).optional(),
  BACKUP_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  BACKUP_S3_REGION: text.min(1).optional(),
  BACKUP_S3_ACCESS_KEY_ID: text.min(1).optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: text.min(1).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SMTP_STARTTLS: z.enum(['offered', 'required']).default('offered'),
  MAIL_FROM: sender.default('Stampus <no-reply@stampus.example>'),
  SECOND_FACTOR: z.enum(['optional', 'managers', 'everyone']).default('optional'),
  PRODUCT_NAME: text.min(1).default('Stampus'),
  LEGAL_NAME: text.min(1).default('Universiti Holdings Sdn. Bhd.'),
  SUPPORT_EMAIL: z.email().default('support@stampus.example'),
  COLLEGE_DOMAINS: domains.default(['campus.edu.my', 'student.campus.edu.my']),
  CURRENCY: text.min(1).default('RM'),
  TIME_ZONE: timeZone.default('Asia/Kuala_Lumpur'),
  MAX_RECEIPT_AGE_DAYS: count(1, 36500).default(60),
  RECEIPT_PICTURE_DAYS: count(1, 36500).default(730),
  MAIL_DAYS: count(1, 3650).default(30),
  SEN_PER_STAMP: count(1, SEN_PER_STAMP_MAX).default(1000),
  MAX_STAMPS_PER_SUBMISSION: count(1, STAMPS_PER_RECEIPT_MAX).default(50),
  LARGE_AMOUNT_SEN: count(1, 100_000_000).default(50_000),
  CONFIRM_STAMPS: count(0, 1_000_000).default(50),
  RECEIPT_OCR: z.enum(['on', 'off']).default('on'),
  SPOT_CHECK_PERCENT: count(0, 100).default(5),
  REVIEW_TARGET_HOURS: count(1, 1000).default(24),
})

type Settled = 'APP_KEY' | 'LOG_LEVEL' | 'WEB_URL' | 'DATA_DIR' | 'BACKUP_DIR' | 'STOP_GRACE_SECONDS'

export type Config = Omit<z.infer<typeof environment>, Settled> & {
  APP_KEY: string
  LOG_LEVEL: NonNullable<z.infer<typeof environment>['LOG_LEVEL']>
  /** If it is not set and PORT is 0, the port is set once the server listens. */
  WEB_URL: string
  DATA_DIR: string
  BACKUP_DIR: string
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
    BACKUP_DIR: resolve(settings.BACKUP_DIR ?? join(dataDir, 'backups')),
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
