import { createEnvironment, engines } from '../../stress/support/environment.ts'
import type { TestApp } from '../../support/server/app.ts'

/** A server without a port and with its own clock, on PostgreSQL where this machine has it. */
export async function startAccountsServer(): Promise<TestApp> {
  const environment = await createEnvironment(engines.at(-1) ?? 'embedded')
  const server = await environment.openApp()
  const close = async () => {
    await server.close()
    await environment.remove()
  }
  return { ...server, close }
}
