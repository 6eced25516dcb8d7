import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedDemo } from '../../demo/seed.ts'
import { readConfig } from '../../server/config.ts'
import { type Deps, openDeps } from '../../server/deps.ts'
import { openPreparedDatabase } from '../../server/platform/db/prepare.ts'
import { root } from '../structure/tree.ts'
import { freePort, type ServerUnderTest, startServer } from '../support/browser/server-under-test.ts'
import { findPostgres, type PostgresServer, startPostgres } from '../support/database/postgres-server.ts'
import { createRoles } from '../support/database/roles.ts'
import { createBucket, startBucketServer } from '../support/server/buckets.ts'
import { type Certificate, makeCertificate, trust } from './certificate.ts'
import { type EnvironmentMail, startEnvironmentMail } from './mail-server.ts'
import { findNginx, startProxy } from './proxy.ts'

/** A production environment: two replicas behind a proxy, with PostgreSQL, S3 and SMTP. `url` is that of the proxy. */
export type Environment = ServerUnderTest & {
  certificate: Certificate
  postgres: PostgresServer
  mailServer: EnvironmentMail
  replicas: [ServerUnderTest, ServerUnderTest]
  /** Ends a replica, if it runs, and starts it again in its place; what is given also holds for later starts. */
  restartReplica(at: number, more?: Record<string, string>, flags?: string[]): Promise<void>
}

/** The headers of a call to a replica by its own URL. Browsers come through the proxy, so that the origin has its scheme. */
export const pastProxy = ({ url }: { url: string }, headers: object): Record<string, string> => ({
  ...headers,
  Origin: url.replace('http:', 'https:'),
})

type Undo = (() => Promise<unknown>)[]
type Settings = Record<string, string>
/** The settings of each replica that say where PostgreSQL and the bucket are. */
export type Services = { settings: [Settings, Settings] }

/** Starts the environment; `remove` stops all of it. */
export const startEnvironment = (): Promise<Environment> => startReplicas(startServices)

/** Starts replicas on services of the caller, which may add to what is seeded; `remove` stops all of it. */
export async function startReplicas<S extends Services>(
  services: (folder: string, undo: Undo) => Promise<S>,
  seedMore?: (deps: Deps) => Promise<void>,
) {
  const undo: Undo = []
  const remove = async () => {
    for (const step of undo.reverse()) await step()
  }
  try {
    return { ...(await build(undo, services, seedMore)), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function startServices(dataDir: string, undo: Undo) {
  const programs = findPostgres()
  if (!programs) throw new Error('This machine has no PostgreSQL')
  const postgres = await startPostgres(programs)
  undo.push(postgres.stop)
  await mkdir(join(dataDir, 'buckets'))
  const buckets = await startBucketServer(join(dataDir, 'buckets'))
  undo.push(buckets.stop)
  const both = { ...(await (await createRoles(postgres.url)).database()), ...(await createBucket(buckets)) }
  return { postgres, settings: [both, both] as Services['settings'] }
}

async function build<S extends Services>(
  undo: Undo,
  startServices: (folder: string, undo: Undo) => Promise<S>,
  seedMore?: (deps: Deps) => Promise<void>,
) {
  const nginx = findNginx()
  if (!nginx) throw new Error('This machine has no nginx')
  const dataDir = await mkdtemp(join(tmpdir(), 'stampus-production-'))
  undo.push(() => rm(dataDir, { recursive: true, force: true }))
  const certificate = makeCertificate(dataDir)
  trust(certificate.cert)
  const services = await startServices(dataDir, undo)
  const mailServer = await startEnvironmentMail(join(dataDir, 'mail'), certificate)
  undo.push(mailServer.close)
  const ports = { plain: await freePort(), secure: await freePort() }
  const places: [number, number] = [await freePort(), await freePort()]
  const url = `https://127.0.0.1:${ports.secure}`
  const common = { GLIBC_TUNABLES: tunables, ...production(url, certificate), ...mailServer.settings }
  let [given, flags]: [Settings, string[]] = [{}, []]
  const start = (at: 0 | 1) => {
    const own = { PORT: String(places[at]), DATA_DIR: join(dataDir, `replica-${places[at]}`) }
    return startServer({ ...common, ...services.settings[at], ...given, ...own }, root, [
      ...shippedFlags.split(' '),
      ...flags,
    ])
  }
  // Both at once, on an empty database.
  const replicas: Environment['replicas'] = await Promise.all([start(0), start(1)])
  const end: ServerUnderTest['end'] = async (signal) =>
    void (await Promise.all(replicas.map((replica) => replica.end(signal))))
  undo.push(end)
  await seedEnvironment({ ...common, ...services.settings[0] }, join(dataDir, 'seeding'), seedMore)
  undo.push(await startProxy(nginx, { folder: dataDir, ports, replicas: places, certificate, hosts: '127.0.0.1' }))
  return {
    ...{ ...services, url, dataDir, certificate, mailServer, replicas, end },
    log: () => replicas.map((replica) => replica.log()).join('\n'),
    restartReplica: async (at: number, more: Settings = given, moreFlags: string[] = flags) => {
      const place = at === 0 ? 0 : 1
      ;[given, flags] = [more, moreFlags]
      await replicas[place].end()
      replicas[place] = await start(place)
    },
  }
}

// As the shipped unit starts them.
const unit = readFileSync(join(root, 'deploy/stampus.service'), 'utf8')
const [, tunables = ''] = /^Environment=GLIBC_TUNABLES=(.+)$/m.exec(unit) ?? []
const [, shippedFlags = ''] = /^ExecStart=\S+ (.+) server\/main\.ts$/m.exec(unit) ?? []

const production = (url: string, { cert }: Certificate) => ({
  NODE_ENV: 'production',
  NODE_EXTRA_CA_CERTS: cert,
  APP_KEY: 'one key for both replicas, 43 signs or more',
  WEB_URL: url,
  CONSOLE_SAME_ORIGIN: 'accept',
  TRUSTED_PROXIES: '127.0.0.1',
  LOG_LEVEL: 'error',
  STOP_GRACE_SECONDS: '2',
  MAX_RECEIPT_AGE_DAYS: '36500',
})

/** Seeds the demo's merchants and people, not marked as demo, because production rejects demo accounts. */
async function seedEnvironment(settings: Settings, dataDir: string, seedMore?: (deps: Deps) => Promise<void>) {
  const config = readConfig({ ...settings, DATA_DIR: dataDir })
  const db = await openPreparedDatabase(config)
  try {
    const deps = await openDeps(config, db)
    await seedDemo(deps, { passwords: {} })
    await seedMore?.(deps)
    await deps.jobs.stop()
    await db.pool.query('UPDATE users SET is_demo = false')
    await db.pool.query('UPDATE staff SET is_demo = false')
  } finally {
    await db.close()
  }
}
