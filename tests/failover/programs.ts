import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findAccount, findPostgres } from '../support/database/postgres-server.ts'

const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
const FAKETIME = ['x86_64', 'aarch64'].map((name) => `/usr/lib/${name}-linux-gnu/faketime/libfaketimeMT.so.1`)

/** Debian's packages that this machine lacks. */
export function missingPackages(): string[] {
  const programs = { 'etcd-server': 'etcd', patroni: 'patroni', haproxy: 'haproxy', nginx: 'nginx', openssl: 'openssl' }
  const lacks = Object.entries(programs).filter(([, name]) => !FOLDERS.some((folder) => existsSync(join(folder, name))))
  const missing = lacks.map(([name]) => name)
  if (!findPostgres()) missing.push('postgresql')
  if (!FAKETIME.some(existsSync)) missing.push('faketime')
  return process.platform === 'linux' ? missing : ['Linux', ...missing]
}

/** Settings that put the clock of a process an hour ahead. */
export const HOUR_AHEAD = {
  LD_PRELOAD: FAKETIME.find(existsSync) ?? '',
  FAKETIME: '+1h',
}

/**
 * `signal` reaches every process that works in the program's folder or below, or in a part of it: Patroni and its
 * PostgreSQL are not one another's children.
 */
export type Program = {
  folder: string
  start(env?: Record<string, string>): void
  signal(name: 'KILL' | 'STOP' | 'CONT', part?: string): void
  /** Ends it in order, and waits. */
  stop(): Promise<void>
}

/** A program with a folder of its own, where its output goes into the file `log`. It starts as the account that PostgreSQL has. */
export function createProgram(folder: string, command: string, args: string[]): Program {
  makeFolder(folder)
  return {
    folder,
    start: (more = {}) => {
      const log = openSync(join(folder, 'log'), 'a')
      const env = { PATH: [findPostgres(), ...FOLDERS].join(delimiter), HOME: folder, LANG: 'C.UTF-8', ...more }
      const options = { ...findAccount(), cwd: folder, env, detached: true }
      const child = spawn(command, args, { ...options, stdio: ['ignore', log, log] })
      child.on('error', (error) => console.error(`${command}: ${error.message}`))
      child.unref()
      closeSync(log)
    },
    signal: (name, part = '.') => {
      const script = `${FIND} kill -${name} $(pids) || :`
      execFileSync('/bin/sh', ['-c', script, 'sh', join(folder, part)], { ...findAccount(), cwd: '/', stdio: 'ignore' })
    },
    stop: async () => {
      const child = spawn('/bin/sh', ['-c', FIND + STOP, 'sh', folder], { ...findAccount(), cwd: '/', stdio: 'ignore' })
      const [code] = await once(child, 'exit')
      if (code !== 0) throw new Error(`${command} in ${folder} does not end`)
    },
  }
}

/** A folder of the account that PostgreSQL has. */
export function makeFolder(folder: string): void {
  mkdirSync(folder)
  chmodSync(folder, 0o700)
  const { uid, gid } = findAccount()
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
}

/** Finds the processes of this account that work in a folder; `folder` must be set, or every process would be found. */
const FIND =
  '[ -n "$1" ] || exit 1; folder=$1; pids() { find /proc/[0-9]*/cwd -maxdepth 0 -lname "$folder" -o -lname "$folder/*" | cut -d/ -f3; };'

/** Ends only the program itself: Patroni stops its PostgreSQL. */
const STOP = `
  kill -TERM $(find /proc/[0-9]*/cwd -maxdepth 0 -lname "$1" | cut -d/ -f3)
  for _ in $(seq 150); do [ -n "$(pids)" ] || exit 0; sleep 0.2; done
  exit 1`

/** Kills all programs in a folder and removes it, when this process ends in any way or the returned function is called. */
export function removeAtEnd(folder: string): () => Promise<void> {
  const wait = 'trap "" INT TERM HUP; while read -r _; do :; done;'
  const kill = `${FIND} while [ -n "$(pids)" ]; do kill -KILL $(pids); sleep 0.1; done`
  // Only the account of a process sees its folder, and only the owner of the folder may remove it.
  const janitor = (script: string, account: object) =>
    spawn('/bin/sh', ['-c', wait + script, 'sh', folder], {
      ...{ ...account, cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
    })
  const remove = 'until rm -rf "$1"; do sleep 0.2; done'
  const janitors: ChildProcess[] = [janitor(kill, findAccount()), janitor(remove, {})]
  return async () => {
    for (const one of janitors) {
      const gone = once(one, 'exit')
      one.stdin?.end()
      await gone
    }
  }
}
