import { trust } from '../../production/certificate.ts'
import type { ServerUnderTest } from './server-under-test.ts'

const HOUSES = 'STAMPUS_HOUSES'

type Lent = { url: string; dataDir: string; certificate: string }

/** Lets the journeys of this run's workers use houses that stand already, one for each. */
export function lendHouses(houses: Lent[]): void {
  process.env[HOUSES] = JSON.stringify(houses)
}

/** The environment that was lent, which none of its visitors ends. */
export function lentHouse(): ServerUnderTest | undefined {
  const lent = readLent()
  if (!lent) return undefined
  const { url, dataDir, certificate } = lent
  trust(certificate)
  const stay = async () => {}
  return { url, dataDir, log: () => '', end: stay, remove: stay }
}

/** The certificate of that environment. */
export const lentCertificate = (): string | undefined => readLent()?.certificate

function readLent(): Lent | undefined {
  const said = process.env[HOUSES]
  if (said === undefined) return undefined
  const houses: Lent[] = JSON.parse(said)
  return houses[Number(process.env.TEST_PARALLEL_INDEX)]
}
