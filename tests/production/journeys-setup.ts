import type { FullConfig } from '@playwright/test'
import { shareEnvironments } from '../support/browser/share-environment.ts'
import { type Environment, startEnvironment } from './environment.ts'

/** Opens a house for each worker, whose operators have one desk each; answers what closes them. */
export default async function openForJourneys({ workers }: FullConfig) {
  const houses: Environment[] = []
  const close = async () => {
    for (const house of houses) await house.remove()
  }
  try {
    while (houses.length < workers) houses.push(await startEnvironment())
  } catch (fault) {
    await close()
    throw fault
  }
  shareEnvironments(houses.map(({ url, dataDir, certificate }) => ({ url, dataDir, certificate: certificate.cert })))
  return close
}
