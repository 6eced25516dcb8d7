import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'

const text = z.string().trim()
const list = text.transform((given) =>
  given
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)
const count = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
const timeZone = text.refine(isTimeZone, 'is not a time zone such as Asia/Kuala_Lumpur')
const address = z.url({ protocol: /^https?$/ }).transform((given) => given.replace(/\/+$/, ''))

/** Every setting the server knows, with its default. Times in their named unit, money in sen, sizes in bytes. */
export const environment = z.object({
  NODE_ENV: text.default('development'),
  HOST: text.default('127.0.0.1'),
  PORT: count(0, 65535).default(4000),
  DATA_DIR: text.default('data'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  WEB_URL: address.optional(),
  CONSOLE_URL: address.optional(),
  CONSOLE_SAME_ORIGIN: z.literal('accept').optional(),
  TRUSTED_PROXIES: list.default([]),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  APP_KEY: text.min(32, 'needs at least 32 characters').optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: text.default('Stampus <no-reply@stampus.example>'),
  PRODUCT_NAME: text.min(1).default('Stampus'),
  LEGAL_NAME: text.min(1).default('Universiti Holdings Sdn. Bhd.'),
  SUPPORT_EMAIL: z.email().default('support@stampus.example'),
  COLLEGE_DOMAINS: list.default(['campus.edu.my', 'student.campus.edu.my']),
  CURRENCY: text.min(1).default('RM'),
  TIME_ZONE: timeZone.default('Asia/Kuala_Lumpur'),
  MAX_RECEIPT_AGE_DAYS: count(1, 36500).default(60),
  SEN_PER_STAMP: count(1, 1_000_000).default(1000),
  MAX_STAMPS_PER_SUBMISSION: count(1, 10_000).default(50),
  LARGE_AMOUNT_SEN: count(1, 100_000_000).default(50_000),
})

export type Config = Omit<z.infer<typeof environment>, 'APP_KEY' | 'WEB_URL' | 'DATA_DIR'> & {
  APP_KEY: string
  /** The address members open; unset until the server listens where it is not configured. */
  WEB_URL: string
  DATA_DIR: string
  production: boolean
}

/** Settings are wrong or missing: the message names them all (D-62). */
export class BadSettings extends Error {}

/** Reads and checks every setting. Throws BadSettings with one message that names each fault (D-62, D-63). */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = environment.safeParse(given)
  const production = env.NODE_ENV === 'production'
  const faults = read.success ? [] : read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (production) faults.push(...productionFaults(given))
  if (faults.length > 0 || !read.success)
    throw new BadSettings(`These settings are missing or wrong:\n  ${faults.join('\n  ')}`)
  const settings = read.data
  const dataDir = resolve(settings.DATA_DIR)
  return {
    ...settings,
    production,
    DATA_DIR: dataDir,
    APP_KEY: settings.APP_KEY ?? appKeyIn(dataDir),
    WEB_URL: settings.WEB_URL ?? `http://${hostInAddress(settings.HOST)}:${settings.PORT}`,
  }
}

function productionFaults(env: NodeJS.ProcessEnv): string[] {
  const needed = ['DATABASE_URL', 'APP_KEY', 'WEB_URL', 'SMTP_URL']
  const faults = needed.filter((name) => !env[name]).map((name) => `${name}: is needed in production`)
  const sameHost = !env.CONSOLE_URL || hostOf(env.CONSOLE_URL) === hostOf(env.WEB_URL)
  if (sameHost && env.CONSOLE_SAME_ORIGIN !== 'accept')
    faults.push('CONSOLE_URL: needs a host name of its own in production, or CONSOLE_SAME_ORIGIN=accept')
  return faults
}

/** Outside production the key is made once into the data folder, readable by its owner alone (D-69). */
function appKeyIn(dataDir: string): string {
  const path = join(dataDir, 'app-key')
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const key = randomBytes(32).toString('base64url')
  writeFileSync(path, `${key}\n`, { mode: 0o600, flag: 'wx' })
  chmodSync(path, 0o600)
  return key
}

function hostOf(url: string | undefined): string | undefined {
  return url && URL.canParse(url) ? new URL(url).host : undefined
}

function hostInAddress(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
