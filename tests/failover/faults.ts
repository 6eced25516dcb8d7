import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { command, type Node, switchOver } from './cluster.ts'
import type { FailoverEnvironment } from './environment.ts'
import { HOUR_AHEAD } from './programs.ts'

/** `limit` is the time without writes that docs/reliability.md promises, in seconds. `after`: how long the load goes on. */
export type Fault = { limit?: number; after: number; cause(environment: FailoverEnvironment): Promise<void> }

const seconds = (count: number) => pause(count * 1000)

/** PostgreSQL alone; Patroni beside it runs on. */
const PROCESS = 'data'
const FREEZE_SECONDS = 40

async function freeze(program: Pick<Node, 'signal'>, forSeconds: number, part?: string) {
  program.signal('STOP', part)
  await seconds(forSeconds)
  program.signal('CONT', part)
}

async function query({ cluster }: FailoverEnvironment, { port }: Node, statement: string) {
  const client = new pg.Client({ connectionString: cluster.superuserAt(port) })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function restart(node: Node, clock: { [name: string]: string } = {}) {
  await node.stop()
  const settings = Object.entries(clock).map((one) => one.join('='))
  node.start({ CLOCK: settings.join(' ') })
}

/** HAProxy of replica B sends it to the synchronous standby, and then to the primary again. */
async function misroute({ cluster }: FailoverEnvironment) {
  const [primary, standby] = [await cluster.leader(), await cluster.standby()]
  const [, proxy] = cluster.proxies
  const [right, wrong] = [`primary/${primary.name}`, `primary/${standby.name}`]
  const force = [`disable health ${wrong}`, `set server ${wrong} health up`, `set server ${wrong} state ready`]
  await command(proxy, ...force, `set server ${right} state maint`, `shutdown sessions server ${right}`)
  await seconds(20)
  // Only new connections go to the primary. Old ones stay on the standby until the server itself drops them.
  await command(proxy, `set server ${right} state ready`, `set server ${wrong} state drain`)
  await seconds(20)
  await command(proxy, `enable health ${wrong}`, `set server ${wrong} state ready`)
}

export const faults: { [name: string]: Fault } = {
  switchover: {
    ...{ limit: 3, after: 15 },
    cause: async ({ cluster }) => switchOver(await cluster.leader(), await cluster.standby()),
  },
  "the primary's process killed": {
    ...{ limit: 15, after: 25 },
    cause: async ({ cluster }) => (await cluster.leader()).signal('KILL', PROCESS),
  },
  "the primary's node killed": {
    ...{ limit: 30, after: 10 },
    cause: async ({ cluster }) => {
      const node = await cluster.leader()
      node.signal('KILL')
      await seconds(35)
      node.start()
    },
  },
  "the primary's process frozen": {
    ...{ limit: 30, after: 15 },
    cause: async ({ cluster }) => freeze(await cluster.leader(), FREEZE_SECONDS, PROCESS),
  },
  "the primary's node frozen": {
    ...{ limit: 30, after: 15 },
    cause: async ({ cluster }) => freeze(await cluster.leader(), FREEZE_SECONDS),
  },
  'the synchronous standby killed': {
    after: 10,
    cause: async ({ cluster }) => {
      const node = await cluster.standby()
      node.signal('KILL')
      await seconds(25)
      node.start()
    },
  },
  'the synchronous standby frozen': {
    after: 10,
    cause: async ({ cluster }) => freeze(await cluster.standby(), FREEZE_SECONDS),
  },
  'etcd away': {
    after: 15,
    cause: async ({ cluster: { etcd } }) => {
      etcd.signal('KILL')
      await seconds(30)
      etcd.start()
    },
  },
  'replica B cut off from the database': {
    after: 15,
    cause: ({ cluster }) => freeze(cluster.proxies[1], 25),
  },
  'replica B on a standby': { after: 10, cause: misroute },
  'replica B on a standby that does not replay': {
    after: 10,
    cause: async (environment) => {
      const standby = await environment.cluster.standby()
      await query(environment, standby, 'SELECT pg_wal_replay_pause()')
      await misroute(environment).finally(() => query(environment, standby, 'SELECT pg_wal_replay_resume()'))
    },
  },
  'primary and synchronous standby killed': {
    after: 20,
    cause: async ({ cluster }) => {
      const pair = [await cluster.leader(), await cluster.standby()]
      for (const node of pair) node.signal('KILL')
      await seconds(20)
      for (const node of pair) node.start()
    },
  },
  'S3 frozen': { after: 15, cause: ({ s3 }) => freeze(s3, 25) },
  'S3 refuses connections': {
    after: 10,
    cause: async ({ s3 }) => {
      s3.signal('KILL')
      await seconds(20)
      s3.start()
    },
  },
  "replica B's clock an hour ahead": {
    after: 5,
    cause: async (environment) => {
      await environment.restartReplica(1, HOUR_AHEAD)
      await seconds(20)
      await environment.restartReplica(1, {})
    },
  },
  "the primary's clock an hour ahead": {
    after: 5,
    cause: async ({ cluster }) => {
      const [primary, other] = [await cluster.leader(), await cluster.standby()]
      const ahead = cluster.nodes.find((node) => node !== primary && node !== other) ?? primary
      await restart(ahead, HOUR_AHEAD)
      await cluster.untilWhole()
      // Only the synchronous standby may become the primary.
      await other.stop()
      await cluster.untilStandby(ahead)
      await switchOver(primary, ahead)
      other.start()
      await seconds(20)
      await cluster.untilWhole()
      await switchOver(ahead, await cluster.standby())
      // Patroni does not end while it still makes its PostgreSQL a standby.
      await cluster.untilWhole()
      await restart(ahead)
    },
  },
}
