import { randomUUID } from 'node:crypto'
import { createRandomPhoto } from '../../support/api/submissions.ts'
import { full } from '../profile.ts'
import { type Outcome, runErrand } from './errands.ts'
import { type Client, type Errand, receiptFieldsOf, type Session, type Way } from './shop.ts'

/** Enough that the server reaches every point as often as a kill asks for. */
const ERRANDS_AT_MOST = full ? 80 : 40

/**
 * All clients run errands in one way until they lose the server, for `ERRANDS_AT_MOST`, or until they are `stopped`.
 * Returns whether they lost the server.
 */
export async function runErrands(
  session: Session,
  clients: Client[],
  way: Way,
  { onDone = () => {}, stopped }: { onDone?: (count: number) => void; stopped?: AbortSignal } = {},
): Promise<boolean> {
  const count = { begun: 0, done: 0 }
  let isLost = false
  const run = async (client: Client) => {
    while (count.begun < ERRANDS_AT_MOST && !isLost && !stopped?.aborted) {
      count.begun += 1
      const outcome = await begin(session, client, way)
      if (outcome === 'lost') isLost = true
      if (outcome === 'done') onDone(++count.done)
    }
  }
  await Promise.all(clients.map(run))
  return isLost
}

/** Each client sends one receipt; returns each outcome. */
export const sendOneEach = (session: Session, clients: Client[]): Promise<Outcome[]> =>
  Promise.all(clients.map((client) => begin(session, client, 'receipt')))

async function begin(session: Session, client: Client, way: Way): Promise<Outcome> {
  const receipt =
    way === 'receipt' ? { fields: receiptFieldsOf(session.shop), photo: await createRandomPhoto() } : undefined
  const errand = { client, way, key: randomUUID(), requestId: randomUUID(), receipt }
  session.record.open.add(errand)
  return runErrand(session, errand)
}

/**
 * Continues all open errands, each with its keys, one after the other for each member. Returns whether the server was
 * lost.
 */
export async function continueErrands(session: Session): Promise<boolean> {
  const { open } = session.record
  session.record.retried += open.size
  const ofClient = Map.groupBy(open, ({ client }) => client.id)
  const runEach = async (errands: Errand[]) => {
    const outcomes: Outcome[] = []
    for (const errand of errands) outcomes.push(await runErrand(session, errand))
    return outcomes
  }
  return (await Promise.all(Array.from(ofClient.values(), runEach))).flat().includes('lost')
}
