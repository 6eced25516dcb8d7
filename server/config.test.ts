import { readFileSync, statSync } from 'node:fs'
import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '../tests/support/server/temporary-folder.ts'
import { InvalidSettings, readConfig, setPort } from './config.ts'
import { printStartupMessage } from './startup-message.ts'

const folder = await temporaryFolder()
const newDataDir = () => mkdtemp(join(folder, 'data-'))
const APP_KEY = 'a key for tests that is long enough'
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.campus.edu.my/stampus',
  APP_KEY,
  WEB_URL: 'https://rewards.campus.edu.my',
  CONSOLE_URL: 'https://desk.campus.edu.my',
  SMTP_URL: 'smtp://mail.campus.edu.my',
}

test('D-62 valid settings are read and normalised; one under its old name stops the start with its new name', () => {
  expect(() => readConfig({ APP_KEY, READING: 'off' })).toThrow('READING: is called RECEIPT_OCR now')
  const read = readConfig({
    ...production,
    WEB_URL: 'https://Rewards.campus.edu.my:443/',
    TRUSTED_PROXIES: '10.1.2.3, fd00::/8,192.168.0.0/16',
    COLLEGE_DOMAINS: 'campus.edu.my, XN--H1ALFFA9F.example',
    MAIL_FROM: 'no-reply@campus.edu.my',
  })
  expect(read).toMatchObject({
    production: true,
    WEB_URL: 'https://rewards.campus.edu.my',
    TRUSTED_PROXIES: ['10.1.2.3', 'fd00::/8', '192.168.0.0/16'],
    COLLEGE_DOMAINS: ['campus.edu.my', 'XN--H1ALFFA9F.example'],
  })
})

const web = 'https://rewards.campus.edu.my'
test.each([
  ['TRUSTED_PROXIES', ['0.0.0.0/0', '10.0.0.1,::/0', 'proxy.campus.edu.my', '10.0.0.0/33', 'true', 'all']],
  ['COLLEGE_DOMAINS', [' , ', 'campus.edu.my,@student.campus.edu.my', 'campus']],
  ['MAIL_FROM', ['Stampus', 'Stampus <nobody>', 'a@b.example, c@d.example']],
  ['WEB_URL', [`${web}/app`, `${web}/?from=mail`, `${web}/#top`, 'ftp://rewards.campus.edu.my', 'http://x.example']],
  ['CORS_ORIGINS', ['*', 'https://app.campus.edu.my/start', 'https://a.example,http://a.example']],
  ['CONSOLE_URL', ['http://desk.campus.edu.my', 'https://desk.campus.edu.my/console/', `${web}:8443`]],
  ['DATABASE_URL', ['']],
])('D-62 a production server rejects wrong values of %s: %j', (name, values) => {
  for (const value of values) expect(errorsOf({ ...production, [name]: value }), value).toEqual([name])
})

const s3 = {
  S3_BUCKET: 'stampus-files',
  S3_ENDPOINT: 'https://s3.campus.edu.my',
  S3_REGION: 'ap-southeast-1',
  S3_ACCESS_KEY_ID: 'stampus',
  S3_SECRET_ACCESS_KEY: 'a bucket key for tests',
}

test('D-62 S3 needs all of its settings', () => {
  expect(errorsOf({ ...production, ...s3 })).toEqual([])
  for (const name of Object.keys(s3)) {
    expect(errorsOf({ ...s3, APP_KEY, [name]: '' })).toEqual([name])
    expect(errorsOf({ APP_KEY, [`BACKUP_${name}`]: 'https://s3.campus.edu.my' })).toHaveLength(4)
  }
  expect(errorsOf({ APP_KEY, BACKUP_KEY: `${'aB3+'.repeat(10)}aB3=`, BACKUP_TIME: '23:59' })).toEqual([])
  expect(errorsOf({ APP_KEY, BACKUP_KEY: 'too short', BACKUP_TIME: '24:00' })).toEqual(['BACKUP_KEY', 'BACKUP_TIME'])
  expect(errorsOf({ APP_KEY, MIGRATION_DATABASE_URL: 'postgres://owner@db.campus.edu.my/stampus' })).toEqual([
    'DATABASE_URL',
  ])
})

test('D-62 a production server rejects well-known secrets and names them all at once', () => {
  const known = {
    APP_KEY: 'change-me-change-me-change-me-change-me',
    S3_SECRET_ACCESS_KEY: 'minioadmin',
    DATABASE_URL: 'postgres://stampus:stampus@db.campus.edu.my/stampus',
    MIGRATION_DATABASE_URL: 'postgres://owner:Changeme@db.campus.edu.my/stampus',
    SMTP_URL: 'smtps://stampus:password@mail.campus.edu.my',
  }
  expect(errorsOf({ ...production, ...s3, ...known }).sort()).toEqual(Object.keys(known).sort())
  expect(errorsOf({ ...production, APP_KEY: 'x'.repeat(40) })).toEqual(['APP_KEY'])
})

test('D-62 a password for the mail server is sent only over an encrypted connection', () => {
  const SMTP_URL = 'smtp://stampus:Long-Mail-Word@mail.campus.edu.my:587'
  expect(errorsOf({ ...production, SMTP_URL })).toEqual(['SMTP_STARTTLS'])
  expect(errorsOf({ ...production, SMTP_URL, SMTP_STARTTLS: 'required' })).toEqual([])
  expect(errorsOf({ ...production, SMTP_URL: SMTP_URL.replace('smtp:', 'smtps:') })).toEqual([])
})

test.each([
  ['MAX_RECEIPT_AGE_DAYS', ['abc', '0', '60 days', ' '], '1 to 36500'],
  ['PORT', ['70000'], '0 to 65535'],
  ['SPOT_CHECK_PERCENT', ['2.5'], '0 to 100'],
  ['STOP_GRACE_SECONDS', ['-1'], '0 to 300'],
])('D-62 %s=%j is rejected with the allowed range', (name, values, range) => {
  for (const value of values) {
    const words = `${name}: must be a whole number from ${range}, but it is "${value.trim()}"`
    const error = new InvalidSettings(`These settings are missing or wrong:\n  ${words}`)
    expect(() => readConfig({ APP_KEY, [name]: value })).toThrow(error)
  }
})

test('D-63 with PORT 0 a default URL gets the chosen port', () => {
  const config = readConfig({ APP_KEY, PORT: '0' })
  setPort(config, 40_123)
  expect(config.WEB_URL).toBe('http://127.0.0.1:40123')
  const given = readConfig({ APP_KEY, PORT: '0', WEB_URL: 'https://rewards.campus.edu.my' })
  setPort(given, 40_123)
  expect(given.WEB_URL).toBe('https://rewards.campus.edu.my')
})

test.each(['', 'short\n'])('D-69 a key file with the content %j is rejected and named', async (content) => {
  const dataDir = await newDataDir()
  const path = join(dataDir, 'app-key')
  await writeFile(path, content)
  expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(InvalidSettings)
  expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(path)
  expect(readFileSync(path, 'utf8')).toBe(content)
})

test('D-69 simultaneous first starts agree on one key, which is complete and readable only by its owner', async () => {
  const dataDir = await newDataDir()
  const keys = new Set(await Promise.all(Array.from({ length: 4 }, () => firstStart(dataDir))))
  const { APP_KEY: key } = readConfig({ DATA_DIR: dataDir })
  expect(key).toMatch(/^[\w-]{43}$/)
  expect([...keys, readFileSync(join(dataDir, 'app-key'), 'utf8').trim()]).toEqual([key, key])
  expect(await readdir(dataDir)).toEqual(['app-key'])
  expect(statSync(join(dataDir, 'app-key')).mode & 0o777).toBe(0o600)
})

function errorsOf(env: Record<string, string>) {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (!(error instanceof InvalidSettings)) throw error
    return [...error.message.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name)
  }
}

async function firstStart(dataDir: string) {
  const keys = JSON.stringify(new URL('./platform/security/app-key.ts', import.meta.url).href)
  const code = `import { loadAppKey } from ${keys}; import { parentPort, workerData } from 'node:worker_threads'
    parentPort.postMessage(loadAppKey(workerData))`
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), { workerData: dataDir })
  return new Promise<string>((resolve, reject) => worker.once('message', resolve).once('error', reject))
}

/** The text that a server with these settings prints at its start. */
function printed(env: Record<string, string>, demo: Parameters<typeof printStartupMessage>[1] = []) {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  try {
    printStartupMessage(readConfig(env), demo)
    return print.mock.calls.flat().join('\n')
  } finally {
    print.mockRestore()
  }
}

test('D-62 R-4.01 the startup message warns of local files where replicas may be, and says how a browser of the demo becomes the counter', () => {
  expect(printed(production)).toMatch(/Several replicas[\s\S]*FILES=local/)
  for (const given of [{ ...production, FILES: 'local' }, { ...production, ...s3 }, { APP_KEY }])
    expect(printed(given)).not.toMatch(/Several replicas|Use this phone/)
  const demo = [
    { who: 'Owner', name: 'ros@warung.example', password: 'Kopi-0-kosong' },
    { who: 'Cashier', name: 'Aminah', password: '204826' },
  ]
  const text = printed({ APP_KEY, COUNTER_URL: 'https://counter.campus.edu.my' }, demo)
  expect(text).toMatch(/Owner +ros@warung\.example +Kopi-0-kosong[\s\S]*Cashier +Aminah +204826/)
  expect(text).toContain(
    'sign in as the owner at https://counter.campus.edu.my/counter/owner and press “Use this phone”',
  )
})
