import { trust } from '../../production/certificate.ts'
import type { ServerUnderTest } from './server-under-test.ts'

const SHARED_ENVIRONMENTS = 'STAMPUS_SHARED_ENVIRONMENTS'

type SharedEnvironment = { url: string; dataDir: string; certificate: string }

/** Lets the journeys of this run's workers use running environments, one for each worker. */
export function shareEnvironments(environments: SharedEnvironment[]): void {
  process.env[SHARED_ENVIRONMENTS] = JSON.stringify(environments)
}

/** The shared environment of this worker, which no journey stops; undefined where there is none. */
export function sharedEnvironment(): ServerUnderTest | undefined {
  const environment = readShared()
  if (!environment) return undefined
  const { url, dataDir, certificate } = environment
  trust(certificate)
  const stay = async () => {}
  return { url, dataDir, log: () => '', end: stay, remove: stay }
}

/** The certificate of the shared environment. */
export const sharedCertificate = (): string | undefined => readShared()?.certificate

function readShared(): SharedEnvironment | undefined {
  const stored = process.env[SHARED_ENVIRONMENTS]
  if (stored === undefined) return undefined
  const environments: SharedEnvironment[] = JSON.parse(stored)
  return environments[Number(process.env.TEST_PARALLEL_INDEX)]
}
