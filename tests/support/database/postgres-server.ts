import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readdirSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/**
 * `control` ends it, kills it with all its processes, starts it again, freezes it, or lets it continue; `stop` ends it
 * for good.
 */
export type PostgresServer = { url: string; control(action: Action): void; stop(): Promise<void> }
type Action = 'end' | 'kill' | 'start' | 'freeze' | 'thaw'

const startsWithin = 60_000

type Account = { uid?: number; gid?: number }

/** The folder of the PostgreSQL programs on this machine; undefined where tests cannot start one. */
export function findPostgres(): string | undefined {
  if (process.platform === 'win32') return undefined
  const versions = '/usr/lib/postgresql'
  const debian = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a)) : []
  const places = [
    run('pg_config', ['--bindir']),
    ...(process.env.PATH ?? '').split(delimiter),
    ...debian.map((version) => join(versions, version, 'bin')),
  ]
  return places.find((place) => place && existsSync(join(place, 'initdb')) && existsSync(join(place, 'postgres')))
}

/**
 * Starts a PostgreSQL server in a new temporary folder, reachable only by a socket in it. `stop` ends it and removes
 * the folder, and so does the end of this process. PostgreSQL does not run as root; then it runs as another user.
 * `settings` are options of the server, such as `-c wal_level=minimal`.
 */
export async function startPostgres(programs: string, settings = ''): Promise<PostgresServer> {
  const account = findAccount()
  // The path of a socket is limited to some 100 bytes, and the system's temporary folder may be long.
  const folder = await mkdtemp('/tmp/stampus-pg-')
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid)
  const server = spawn('/bin/sh', ['-c', script, 'sh', programs, folder, settings], {
    ...account,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const errorOutput: Buffer[] = []
  server.stderr.on('data', (chunk: Buffer) => errorOutput.push(chunk))
  const gone = once(server, 'exit')
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`
  const stop = async () => {
    server.stdin.end()
    await gone
  }
  const control = (action: Action) => void server.stdin.write(`${action}\n`)
  if (await waitUntilReady(url, server)) return { url, control, stop }
  await stop()
  throw new Error(`PostgreSQL did not start: ${Buffer.concat(errorOutput).toString().slice(-2000)}`)
}

// The pipe on standard input closes when the tests end or die. Then the server ends and its folder is removed.
const script = `
programs=$1 folder=$2 settings=$3
clean() { cd / && rm -rf "$folder"; }
"$programs/initdb" -D "$folder/data" -U postgres --auth=trust --encoding=UTF8 --locale=C --no-sync >&2 || { clean; exit 1; }
start() {
  "$programs/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c fsync=off -c full_page_writes=off \
    -c synchronous_commit=off -c max_connections=150 -c shared_buffers=64MB $settings </dev/null >&2 &
  server=$!
}
end() { kill -INT "$server"; wait "$server"; }
children() { cat "/proc/$server/task/$server/children"; }
signal() { kill "-$1" "$server" $(children) 2>/dev/null; }
runs() { grep -qs '^State:[[:space:]]*[^ZX]' "/proc/$1/status"; }
crash() {
  kill -STOP "$server"
  left=$(children)
  kill -KILL "$server" $left; wait "$server"
  for child in $left; do while runs "$child"; do :; done; done
}
start
while read -r action; do
  case $action in
    end) end ;;
    kill) crash ;;
    start) start ;;
    freeze) signal STOP ;;
    thaw) signal CONT ;;
  esac
done
signal CONT
end
clean
`

/** The account that PostgreSQL can run as: this one, or another if it is root. */
export function findAccount(): Account {
  if (process.getuid?.() !== 0) return {}
  const user = ['postgres', 'nobody'].find((name) => run('id', ['-u', name]))
  if (!user) throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody')
  return { uid: Number(run('id', ['-u', user])), gid: Number(run('id', ['-g', user])) }
}

function run(command: string, options: string[]): string {
  try {
    return execFileSync(command, options, { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

async function waitUntilReady(url: string, server: ChildProcess): Promise<boolean> {
  const until = Date.now() + startsWithin
  while (server.exitCode === null && Date.now() < until) {
    if (await canConnect(url)) return true
    await pause(50)
  }
  return false
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
