import type { FullConfig } from '@playwright/test'
import { lendHouses } from '../support/browser/share-environment.ts'
import { type Environment, openHouse } from './environment.ts'

/** Opens a house for each worker, whose operators have one desk each; answers what closes them. */
export default async function openForJourneys({ workers }: FullConfig) {
  const houses: Environment[] = []
  const close = async () => {
    for (const house of houses) await house.remove()
  }
  try {
    while (houses.length < workers) houses.push(await openHouse())
  } catch (fault) {
    await close()
    throw fault
  }
  lendHouses(houses.map(({ url, dataDir, certificate }) => ({ url, dataDir, certificate: certificate.cert })))
  return close
}
