import { trust } from '../../production/certificate.ts'
import type { ServerUnderTest } from './server-under-test.ts'

const SHARED_ENVIRONMENTS = 'STAMPUS_SHARED_ENVIRONMENTS'

type SharedEnvironment = { url: string; dataDir: string; certificate: string }

/** Lets the journeys of this run's workers use running environments, one for each worker. */
export function shareEnvironments(houses: SharedEnvironment[]): void {
  process.env[SHARED_ENVIRONMENTS] = JSON.stringify(houses)
}

/** The shared environment of this worker, which no journey stops; undefined where there is none. */
export function sharedEnvironment(): ServerUnderTest | undefined {
  const lent = readShared()
  if (!lent) return undefined
  const { url, dataDir, certificate } = lent
  trust(certificate)
  const stay = async () => {}
  return { url, dataDir, log: () => '', end: stay, remove: stay }
}

/** The certificate of the shared environment. */
export const sharedCertificate = (): string | undefined => readShared()?.certificate

function readShared(): SharedEnvironment | undefined {
  const said = process.env[SHARED_ENVIRONMENTS]
  if (said === undefined) return undefined
  const houses: SharedEnvironment[] = JSON.parse(said)
  return houses[Number(process.env.TEST_PARALLEL_INDEX)]
}
