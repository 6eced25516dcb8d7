import type { FullConfig } from '@playwright/test'
import { shareEnvironments } from '../support/browser/shared-environment.ts'
import { type Environment, startEnvironment } from './environment.ts'

/** Starts an environment for each worker, because each operator has one desk; returns the function that stops them. */
export default async function openForJourneys({ workers }: FullConfig) {
  const environments: Environment[] = []
  const close = async () => {
    for (const environment of environments) await environment.remove()
  }
  try {
    while (environments.length < workers) environments.push(await startEnvironment())
  } catch (error) {
    await close()
    throw error
  }
  shareEnvironments(
    environments.map(({ url, dataDir, certificate }) => ({ url, dataDir, certificate: certificate.cert })),
  )
  return close
}
