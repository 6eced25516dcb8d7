import type { Config } from './config.ts'
import type { DemoSignIns } from './demo/first-start.ts'
import { isLoopback } from './http/loopback.ts'

/** Tells the person at the terminal where everything is, and how to sign in to the demo (D-60). */
export function greet(config: Config, address: string, demo: DemoSignIns): void {
  const lines = ['', `${config.PRODUCT_NAME} is ready.`, '', ...addresses(config, address)]
  if (demo.length > 0) lines.push('', '  Demo sign-ins', ...demo.map(signInLine))
  if (demo.length > 0 && !isLoopback(config.HOST))
    lines.push('', '  Warning: other machines can reach this demo. Its passwords are random and printed only once.')
  console.log([...lines, '', '  Stop with Ctrl-C.', ''].join('\n'))
}

function addresses(config: Config, address: string): string[] {
  const lines = [`  Web app   ${config.WEB_URL}`, `  Console   ${config.CONSOLE_URL ?? config.WEB_URL}/console/`]
  if (!config.production && !config.SMTP_URL) lines.push(`  Mail      ${config.WEB_URL}/dev/mail (nothing is sent)`)
  return address === config.WEB_URL ? lines : [...lines, `  Listens   ${address}`]
}

function signInLine({ who, email, password }: DemoSignIns[number]): string {
  return `    ${who.padEnd(9)} ${email.padEnd(32)} ${password ?? '(changed since the first start)'}`
}
