import { resolve } from 'node:path'
import * as z from 'zod'
import { appKeyIn, appKeyPath } from './security/app-key.ts'
import { count, domains, origin, proxies, sender, text, timeZone } from './setting-kinds.ts'

const KEY_MIN = 32

/** Every setting the server knows, with its default. Times in their named unit, money in sen, sizes in bytes. */
export const environment = z.object({
  NODE_ENV: text.default('development'),
  HOST: text.default('127.0.0.1'),
  PORT: count(0, 65535).default(4000),
  DATA_DIR: text.default('data'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  WEB_URL: origin.optional(),
  CONSOLE_URL: origin.optional(),
  CONSOLE_SAME_ORIGIN: z.literal('accept').optional(),
  TRUSTED_PROXIES: proxies.default([]),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  APP_KEY: text.min(KEY_MIN, `needs at least ${KEY_MIN} characters`).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: sender.default('Stampus <no-reply@stampus.example>'),
  PRODUCT_NAME: text.min(1).default('Stampus'),
  LEGAL_NAME: text.min(1).default('Universiti Holdings Sdn. Bhd.'),
  SUPPORT_EMAIL: z.email().default('support@stampus.example'),
  COLLEGE_DOMAINS: domains.default(['campus.edu.my', 'student.campus.edu.my']),
  CURRENCY: text.min(1).default('RM'),
  TIME_ZONE: timeZone.default('Asia/Kuala_Lumpur'),
  MAX_RECEIPT_AGE_DAYS: count(1, 36500).default(60),
  SEN_PER_STAMP: count(1, 1_000_000).default(1000),
  MAX_STAMPS_PER_SUBMISSION: count(1, 10_000).default(50),
  LARGE_AMOUNT_SEN: count(1, 100_000_000).default(50_000),
})

export type Config = Omit<z.infer<typeof environment>, 'APP_KEY' | 'WEB_URL' | 'DATA_DIR'> & {
  APP_KEY: string
  /** The address members open. Where it is not given and PORT is 0, it has its port only once the server listens. */
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
    APP_KEY: settings.APP_KEY ?? ownKey(dataDir),
    WEB_URL: settings.WEB_URL ?? `http://${hostInAddress(settings.HOST)}:${settings.PORT}`,
  }
}

/** Names the port that the system has picked in an address that was not given. */
export function knowPort(config: Config, port: number): void {
  if (config.PORT === 0) config.WEB_URL = config.WEB_URL.replace(/:0$/, `:${port}`)
}

function productionFaults(env: NodeJS.ProcessEnv): string[] {
  const needed = ['DATABASE_URL', 'APP_KEY', 'WEB_URL', 'SMTP_URL']
  const faults = needed.filter((name) => !env[name]).map((name) => `${name}: is needed in production`)
  const bare = ['WEB_URL', 'CONSOLE_URL'].filter((name) => env[name]?.trim().startsWith('http:'))
  faults.push(...bare.map((name) => `${name}: needs https in production`))
  const sameHost = !env.CONSOLE_URL || hostOf(env.CONSOLE_URL) === hostOf(env.WEB_URL)
  if (sameHost && env.CONSOLE_SAME_ORIGIN !== 'accept')
    faults.push('CONSOLE_URL: needs a host name of its own in production, or CONSOLE_SAME_ORIGIN=accept')
  return faults
}

function ownKey(dataDir: string): string {
  const key = appKeyIn(dataDir)
  if (key.length >= KEY_MIN) return key
  const path = appKeyPath(dataDir)
  throw new BadSettings(
    `The key in ${path} is damaged. Put it back, or delete it: links and picture addresses made with it end.`,
  )
}

/** Without its port, for cookies know none. */
function hostOf(url: string | undefined): string | undefined {
  return url && URL.canParse(url) ? new URL(url).hostname : undefined
}

function hostInAddress(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
