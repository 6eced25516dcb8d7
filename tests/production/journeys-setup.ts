import { lendHouse } from '../lent-house.ts'
import { openHouse } from './house.ts'

/** Opens one house for all journeys; answers what closes it. */
export default async function openForJourneys() {
  const { url, dataDir, certificate, remove } = await openHouse()
  lendHouse({ url, dataDir, certificate: certificate.cert })
  return remove
}
