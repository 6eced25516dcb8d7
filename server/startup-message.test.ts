import { expect, test, vi } from 'vitest'
import { readConfig } from './config.ts'
import { printStartupMessage } from './startup-message.ts'

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.campus.edu.my/stampus',
  APP_KEY: 'a key for tests that is long enough',
  WEB_URL: 'https://rewards.campus.edu.my',
  CONSOLE_URL: 'https://desk.campus.edu.my',
  SMTP_URL: 'smtp://mail.campus.edu.my',
}
const s3 = {
  S3_BUCKET: 'stampus-files',
  S3_ENDPOINT: 'https://s3.campus.edu.my',
  S3_REGION: 'ap-southeast-1',
  S3_ACCESS_KEY_ID: 'stampus',
  S3_SECRET_ACCESS_KEY: 'a bucket key for tests',
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

test('D-62 in production without S3 settings the startup message warns that files are local', () => {
  expect(printed(production)).toContain('Several replicas')
  expect(printed(production)).toContain('FILES=local')
})

test('D-62 the startup message does not warn with FILES=local, with S3 or in development', () => {
  expect(printed({ ...production, FILES: 'local' })).not.toContain('Several replicas')
  expect(printed({ ...production, ...s3 })).not.toContain('Several replicas')
  expect(printed({ APP_KEY: production.APP_KEY })).not.toContain('Several replicas')
})

test('R-4.01 the startup message names the sign-ins of owner and cashier and how a browser becomes the counter', () => {
  const demo = [
    { who: 'Owner', name: 'ros@warung.example', password: 'Kopi-0-kosong' },
    { who: 'Cashier', name: 'Aminah', password: '204826' },
  ]
  const text = printed({ APP_KEY: production.APP_KEY, COUNTER_URL: 'https://counter.campus.edu.my' }, demo)
  expect(text).toMatch(/Owner +ros@warung\.example +Kopi-0-kosong/)
  expect(text).toMatch(/Cashier +Aminah +204826/)
  expect(text).toContain(
    'sign in as the owner at https://counter.campus.edu.my/counter/owner and press “Use this phone”',
  )
  expect(printed({ APP_KEY: production.APP_KEY })).not.toContain('Use this phone')
})
