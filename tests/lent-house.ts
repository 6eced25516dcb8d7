import { trust } from './production/certificate.ts'
import type { ServerUnderTest } from './server-under-test.ts'

const HOUSE = 'STAMPUS_HOUSE'

type Lent = { url: string; dataDir: string; certificate: string }

/** Lets the journeys of this run's workers use a house that stands already. */
export function lendHouse(house: Lent): void {
  process.env[HOUSE] = JSON.stringify(house)
}

/** The house that was lent, which none of its visitors ends. */
export function lentHouse(): ServerUnderTest | undefined {
  const lent = readLent()
  if (!lent) return undefined
  const { url, dataDir, certificate } = lent
  trust(certificate)
  const stay = async () => {}
  return { url, dataDir, log: () => '', end: stay, remove: stay }
}

/** The certificate of that house. */
export const lentCertificate = (): string | undefined => readLent()?.certificate

function readLent(): Lent | undefined {
  const said = process.env[HOUSE]
  return said === undefined ? undefined : JSON.parse(said)
}
