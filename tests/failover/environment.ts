import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { signIn } from '@stampus/contract/console/operators'
import type { Deps } from '../../server/deps.ts'
import { claim } from '../../server/domains/rewards/vouchers/claims.service.ts'
import { startReplicas } from '../production/environment.ts'
import { createMerchant } from '../support/api/merchants.ts'
import { createClaimant, createReward } from '../support/api/rewards.ts'
import { startSession } from '../support/browser/api.ts'
import { openShop, pairCounter } from '../support/browser/counters.ts'
import { manager, reviewer } from '../support/browser/people.ts'
import { connectRewardsDesk } from '../support/browser/rewards.ts'
import { createRoles } from '../support/database/roles.ts'
import { createBucket, startBucketServer } from '../support/server/buckets.ts'
import { type Cluster, createGateway, startCluster } from './cluster.ts'
import { removeAtEnd } from './programs.ts'

/** Members may claim and send 60 times an hour. */
const MEMBERS = 300
const STAMPS = 900
const MERCHANTS = 40
const MONTHS = 12

export type Bill = { id: number; month: string }
export type FailoverEnvironment = Awaited<ReturnType<typeof startFailover>>

/** The replicas on a cluster and a bucket behind gateways, and the people who use them. */
export async function startFailover(interfaceOfEtcd: 'etcd' | 'etcd3') {
  const members: { id: number; email: string; password: string; headers: { authorization: string } }[] = []
  const bills: Bill[] = []
  const services = async (folder: string, undo: (() => Promise<unknown>)[]) => {
    chmodSync(folder, 0o711)
    undo.push(removeAtEnd(folder))
    const cluster = await startCluster(join(folder, 'cluster'), interfaceOfEtcd)
    const directory = join(folder, 'buckets')
    mkdirSync(directory)
    const buckets = await startBucketServer(directory)
    undo.push(buckets.stop)
    const s3 = await createGateway(join(folder, 's3'), new URL(buckets.endpoint).host)
    s3.start()
    const bucket = await createBucket({ endpoint: `http://127.0.0.1:${s3.port}`, directory })
    const database = await (await createRoles(cluster.superuserAt(cluster.proxies[0].port))).database()
    const settingsOf = ({ port }: Cluster['proxies'][number]) => {
      const urls = Object.entries(database).map(([name, url]) => [name, Object.assign(new URL(url), { port }).href])
      return { ...bucket, ...Object.fromEntries(urls) } as Record<string, string>
    }
    const settings = cluster.proxies.map(settingsOf) as [Record<string, string>, Record<string, string>]
    return {
      cluster,
      s3,
      buckets,
      bucket: bucket.S3_BUCKET,
      settings,
      database: new URL(database.DATABASE_URL).pathname,
    }
  }
  const environment = await startReplicas(services, async (deps) => {
    while (members.length < MEMBERS) members.push(await createClaimant(deps, STAMPS))
    bills.push(...(await createBills(deps)))
  })
  const shop = await openShop(environment)
  const reward = await (await connectRewardsDesk(environment)).publish({ merchant_id: shop.id })
  const { phone } = await pairCounter(environment, shop)
  const session = ({ email, password }: typeof manager) => startSession(environment, signIn, { email, password })
  const staff = { phone, reviewer: await session(reviewer), manager: await session(manager) }
  return { ...environment, members, bills, shop, reward, staff }
}

const USE = `
  WITH used AS (UPDATE vouchers SET state = 'used', used_at = claimed_at, ended_at = claimed_at WHERE id = $1 RETURNING *)
  INSERT INTO voucher_events (voucher_id, kind, way, operator_id, stamps_back, created_at)
  SELECT id, 'used', 'desk', (SELECT min(id) FROM operators), false, claimed_at FROM used`

/** A used voucher of each merchant in each of the past months: statements that may be issued in this order. */
async function createBills(deps: Deps): Promise<Bill[]> {
  const months = Array.from({ length: MONTHS }, (_, at) => {
    const present = new Date()
    return new Date(Date.UTC(present.getUTCFullYear(), present.getUTCMonth() - MONTHS + at, 15))
  })
  const bills: Bill[] = []
  for (let count = 0; count < MERCHANTS; count += 1) {
    const { id } = await createMerchant(deps)
    const member = await createClaimant(deps, STAMPS)
    const [first = new Date()] = months
    const reward = await createReward({ ...deps, now: () => first }, { merchant_id: id })
    for (const month of months) {
      const given = { userId: member.id, rewardId: reward.id, version: reward.version, key: randomUUID() }
      const { id: voucherId } = await claim({ ...deps, now: () => month }, given)
      await deps.db.pool.query({ text: USE, values: [voucherId] })
      bills.push({ id, month: month.toISOString().slice(0, 7) })
    }
  }
  return bills
}
