import type { DemoLogins } from '../demo/first-start.ts'
import type { Config } from './config.ts'
import { isLoopback } from './platform/http/guards/hosts.ts'

const LOCAL_FILES = [
  '  Warning: files are stored in the data folder of this server, because there are no S3 settings. Several replicas with',
  '  separate folders lose files. Set the S3 settings, or FILES=local if this is the only server or all share the folder.',
]

export function printStartupMessage(config: Config, demo: DemoLogins): void {
  const lines = ['', `${config.PRODUCT_NAME} is ready.`, '', ...addresses(config)]
  if (demo.length > 0) lines.push('', '  Demo sign-ins', ...demo.map(signInLine), ...counterHelp(config, demo))
  if (demo.length > 0 && !isLoopback(config.HOST))
    lines.push('', '  Warning: other machines can reach this demo. Its passwords are random and printed only once.')
  if (config.production && !config.S3_BUCKET && config.FILES !== 'local') lines.push('', ...LOCAL_FILES)
  console.log([...lines, '', '  Stop with Ctrl-C.', ''].join('\n'))
}

function addresses(config: Config): string[] {
  const lines = [
    `  Web app   ${config.WEB_URL}`,
    `  Console   ${config.CONSOLE_URL ?? config.WEB_URL}/console/`,
    `  Counter   ${config.COUNTER_URL ?? config.WEB_URL}/counter/`,
  ]
  if (!config.production && !config.SMTP_URL) lines.push(`  Mail      ${config.WEB_URL}/dev/mail (nothing is sent)`)
  return isLoopback(config.HOST) ? lines : [...lines, `  Listens   on ${config.HOST}`]
}

const signInLine = ({ who, name, password }: DemoLogins[number]): string =>
  `    ${who.padEnd(9)} ${name.padEnd(32)} ${password ?? '(changed; a new DATA_DIR creates a new demo)'}`

function counterHelp({ COUNTER_URL, WEB_URL }: Config, demo: DemoLogins): string[] {
  if (!demo.some(({ who }) => who === 'Cashier')) return []
  return [
    '',
    `  The counter: sign in as the owner at ${COUNTER_URL ?? WEB_URL}/counter/owner and press “Use this phone”.`,
    '  Then enter the PIN of the cashier there.',
  ]
}
