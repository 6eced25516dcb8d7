import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { parse, stringify } from 'yaml'
import { root } from '../structure/tree.ts'
import { freePort } from '../support/browser/server-under-test.ts'
import { findPostgres } from '../support/database/postgres-server.ts'
import { createProgram, makeFolder, type Program } from './programs.ts'

const WHOLE_WITHIN_MS = 150_000
const PASSWORD = 'password-of-the-suite'

type Member = { name: string; role: string; state: string }
export type Node = Program & { name: string; port: number; api: string }

/** `proxies` are one HAProxy for each replica, with the address of the primary there. */
export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** Starts etcd, three nodes under Patroni, and a HAProxy for each of two replicas, all in one folder. */
export async function startCluster(folder: string, interfaceOfEtcd: 'etcd' | 'etcd3' = 'etcd') {
  makeFolder(folder)
  const etcd = await createEtcd(join(folder, 'etcd'))
  etcd.start()
  const nodes: Node[] = []
  for (const name of ['pg1', 'pg2', 'pg3']) nodes.push(await createNode(join(folder, name), name))
  for (const { folder: own, name, port, api } of nodes)
    writeFileSync(
      join(own, 'patroni.yml'),
      patroniSettings({ folder: own, name, port, api, etcd: { [interfaceOfEtcd]: { hosts: etcd.host } } }),
    )
  const proxies = [
    await createProxy(join(folder, 'haproxy-a'), nodes),
    await createProxy(join(folder, 'haproxy-b'), nodes),
  ] as const
  for (const program of [...nodes, ...proxies]) program.start()

  const members = async (): Promise<Member[]> => {
    const asked = nodes.map(async ({ api }) => {
      const answer = await fetch(`http://${api}/cluster`, { signal: AbortSignal.timeout(2000) })
      return ((await answer.json()) as { members: Member[] }).members
    })
    return Promise.any(asked).catch(() => [])
  }
  const find = async (role: string) => {
    const member = (await members()).find((one) => one.role === role)
    const node = nodes.find(({ name }) => name === member?.name)
    if (!node) throw new Error(`The cluster has no ${role}`)
    return node
  }
  const isWhole = async () => {
    const found = await members()
    const count = (role: string) => found.filter((one) => one.role === role).length
    const run = found.every(({ state }) => ['running', 'streaming'].includes(state))
    return run && count('leader') === 1 && count('sync_standby') === 1 && count('replica') === 1
  }
  /** Waits for a primary, a synchronous standby and another one. */
  const untilWhole = async () => {
    for (const until = Date.now() + WHOLE_WITHIN_MS; !(await isWhole()); await pause(500))
      if (Date.now() > until) throw new Error(`The cluster is not whole: ${JSON.stringify(await members())}`)
  }
  /** Waits until a node is the synchronous standby. */
  const untilStandby = async ({ name }: Node) => {
    const isIt = () =>
      find('sync_standby').then(
        (one) => one.name === name,
        () => false,
      )
    for (const until = Date.now() + WHOLE_WITHIN_MS; !(await isIt()); await pause(500))
      if (Date.now() > until) throw new Error(`${name} did not become the synchronous standby`)
  }
  /** The URL of a server's superuser. */
  const superuserAt = (port: number) => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`
  await untilWhole()
  return {
    etcd,
    nodes,
    proxies,
    leader: () => find('leader'),
    standby: () => find('sync_standby'),
    untilWhole,
    untilStandby,
    superuserAt,
  }
}

/** Makes a standby the primary, as an administrator does. */
export async function switchOver(from: Node, to: Node): Promise<void> {
  const body = JSON.stringify({ leader: from.name, candidate: to.name })
  const headers = { authorization: `Basic ${btoa(`patroni:${PASSWORD}`)}` }
  const answer = await fetch(`http://${from.api}/switchover`, { method: 'POST', body, headers })
  if (!answer.ok) throw new Error(`The switchover failed: ${await answer.text()}`)
}

/** Sends commands to a HAProxy, one connection each. */
export async function command({ folder }: Program, ...lines: string[]): Promise<void> {
  for (const line of lines) {
    const answer = await text(connect(join(folder, 'socket')).end(`${line}\n`))
    if (answer.trim()) throw new Error(`HAProxy answered "${line}" with: ${answer.trim()}`)
  }
}

async function createEtcd(folder: string) {
  const [host, peer] = [`127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`]
  const clients = [`--listen-client-urls=http://${host}`, `--advertise-client-urls=http://${host}`]
  const peers = [`--listen-peer-urls=${peer}`, `--initial-advertise-peer-urls=${peer}`]
  const own = ['--name=etcd1', `--initial-cluster=etcd1=${peer}`, '--data-dir=data', '--enable-v2=true']
  return { ...createProgram(folder, 'etcd', [...own, '--log-level=warn', ...clients, ...peers]), host }
}

async function createNode(folder: string, name: string): Promise<Node> {
  const [port, api] = [await freePort(), `127.0.0.1:${await freePort()}`]
  const node = createProgram(folder, 'patroni', ['patroni.yml'])
  makePrograms(join(folder, 'programs'))
  return { ...node, name, port, api }
}

/** PostgreSQL's programs, of which the server starts with the settings in CLOCK. Python cannot wait by a false clock. */
function makePrograms(folder: string): void {
  const programs = findPostgres() ?? ''
  mkdirSync(folder)
  for (const name of readdirSync(programs))
    if (name !== 'postgres') symlinkSync(join(programs, name), join(folder, name))
  writeFileSync(join(folder, 'postgres'), `#!/bin/sh\nexec env $CLOCK '${programs}/postgres' "$@"\n`, { mode: 0o755 })
}

async function createProxy(folder: string, nodes: Node[]) {
  const servers = nodes.map(
    ({ name, port, api }) => `  server ${name} 127.0.0.1:${port} check port ${api.split(':')[1]}`,
  )
  return createHaproxy(folder, [shipped('haproxy.cfg').replace(/^ +server .*\n/gm, ''), ...servers])
}

/** A HAProxy before the S3 server, to be frozen or ended in its place. */
export const createGateway = (folder: string, target: string) =>
  createHaproxy(folder, [
    shipped('haproxy.cfg').replace(/^ +(server|default-server|option|http-check) .*\n/gm, ''),
    `  server s3 ${target}`,
  ])

async function createHaproxy(folder: string, lines: string[]) {
  const port = await freePort()
  const proxy = createProgram(folder, 'haproxy', ['-db', '-f', 'haproxy.cfg'])
  // Only root may change to another account.
  const settings = `${lines.join('\n')}\n`
    .replace(/^ +(user|group) .*\n/gm, '')
    .replace('global\n', 'global\n  stats socket unix@socket level admin\n')
    .replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${port}`)
  writeFileSync(join(folder, 'haproxy.cfg'), settings)
  return { ...proxy, port }
}

/** A file for three machines, as it is shipped. */
const shipped = (name: string): string => readFileSync(join(root, 'deploy/three-machines', name), 'utf8')

const HBA = ['host replication replicator 127.0.0.1/32 scram-sha-256', 'host all all 127.0.0.1/32 scram-sha-256']

type NodeSettings = Pick<Node, 'folder' | 'name' | 'port' | 'api'> & { etcd: object }

/** The shipped settings with the places of this node; only its memory is smaller. */
function patroniSettings({ folder, name, port, api, etcd }: NodeSettings): string {
  const { etcd: _, restapi, postgresql, ...rest } = parse(shipped('patroni.yml').replace(/@[A-Z_\d]+@/g, PASSWORD))
  const own = `127.0.0.1:${port}`
  return stringify({
    ...{ ...rest, ...etcd, name },
    restapi: { ...restapi, listen: api, connect_address: api },
    postgresql: {
      ...{ ...postgresql, listen: own, connect_address: own, pg_hba: HBA, bin_dir: join(folder, 'programs') },
      ...{ data_dir: join(folder, 'data'), pgpass: join(folder, 'pgpass') },
      parameters: { ...postgresql.parameters, unix_socket_directories: '', shared_buffers: '32MB' },
    },
  })
}
