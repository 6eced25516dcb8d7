import type { Config } from './config.ts'
import type { DemoSignIns } from './demo/first-start.ts'

/** Tells the person at the terminal where everything is, and how to sign in to the demo (D-60). */
export function greet(config: Config, address: string, demo: DemoSignIns): void {
  const web = config.WEB_URL
  const lines = [`${config.PRODUCT_NAME} is ready.`, '', `  Web app   ${web}`, `  Console   ${config.CONSOLE_URL ?? web}/console/`]
  if (address !== web) lines.push(`  Listening on ${address}`)
  if (!config.production && !config.SMTP_URL) lines.push(`  Mail      ${web}/dev/mail (nothing is sent)`)
  if (demo.length > 0) {
    lines.push('', '  Demo sign-ins')
    for (const { who, email, password } of demo) lines.push(`    ${who.padEnd(9)} ${email}   ${password}`)
  }
  console.log(`\n${lines.join('\n')}\n\n  Stop with Ctrl-C.\n`)
}
