import { isIP } from 'node:net'
import { isEmailAddress } from '@stampus/contract/values/emails'
import * as z from 'zod'

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])$/i

export const text = z.string().trim()

const list = text.transform((given) =>
  given
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)

export const count = (min: number, max: number) =>
  text
    .refine((given) => given !== '' && isWhole(Number(given), min, max), {
      error: ({ input }) => `must be a whole number from ${min} to ${max}, but it is "${input}"`,
    })
    .transform(Number)

export const timeZone = text.refine(isTimeZone, 'is not a time zone such as Asia/Kuala_Lumpur')

export const postgres = z.url({ protocol: /^postgres(ql)?$/ })

export const bearer = text.regex(/^[\w.~+/-]{16,256}$/, 'needs 16 to 256 letters, digits or . _ ~ + / -')

export const backupKey = text.regex(
  /^[\w+/-]{43}=?$/,
  'needs 32 random bytes in base64, such as `openssl rand -base64 32` prints',
)

export const dailyTime = text.regex(/^([01]\d|2[0-3]):[0-5]\d$|^off$/, 'needs a time such as 02:30, or off')

/** No path: the apps are built for the root of their host. */
export const origin = text
  .refine(isOrigin, 'needs to be like https://rewards.campus.edu.my, without a path')
  .transform((given) => new URL(given).origin)

export const origins = list
  .refine((given) => given.every(isOrigin), 'needs origins such as https://rewards.campus.edu.my, separated by commas')
  .transform((given) => given.map((one) => new URL(one).origin))

export const proxies = list.refine(
  (given) => given.every(isProxy),
  'needs IP addresses or ranges such as 10.0.0.0/8, separated by commas; not a range of all addresses',
)

export const domains = list.refine(
  (given) => given.length > 0 && given.every((domain) => DOMAIN.test(domain)),
  'needs domains such as campus.edu.my, separated by commas',
)

/** `name@domain`, or `Name <name@domain>`. */
export const sender = text.refine(
  (given) => isEmailAddress(/^[^<>\r\n]*<([^<>]+)>$/.exec(given)?.[1] ?? given),
  'needs an address, such as Stampus <no-reply@campus.edu.my>',
)

const isWhole = (given: number, min: number, max: number): boolean =>
  Number.isInteger(given) && given >= min && given <= max

function isOrigin(given: string): boolean {
  if (!URL.canParse(given)) return false
  const { protocol, pathname, search, hash, username, password } = new URL(given)
  return /^https?:$/.test(protocol) && pathname === '/' && `${search}${hash}${username}${password}` === ''
}

function isProxy(given: string): boolean {
  const [address = '', bits, ...more] = given.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
