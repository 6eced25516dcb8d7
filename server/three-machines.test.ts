import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { temporaryFolder } from '../tests/support/server/temporary-folder.ts'
import settings from './platform/settings/settings.json' with { type: 'json' }

const folder = join(import.meta.dirname, '../deploy/three-machines')
const shipped = (name: string) => readFileSync(join(folder, name), 'utf8')

function configure(root: string, number: number, cluster: string) {
  writeFileSync(join(root, 'cluster.env'), cluster)
  const given = [`ROOT=${join(root, String(number))}`, `CLUSTER_ENV=${join(root, 'cluster.env')}`]
  return spawnSync('env', [...given, 'sh', join(folder, 'configure.sh'), String(number)], { encoding: 'utf8' })
}

test('D-62 the configuration of three machines is written from one file, with every password set', async () => {
  const root = await temporaryFolder()
  const cluster = shipped('cluster.env')
  const refused = configure(root, 1, cluster)
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('Set every password')])
  const ready = cluster.replace(/PASSWORD=$/gm, 'PASSWORD=abc123')
  for (const number of [1, 2, 3]) expect(configure(root, number, ready)).toMatchObject({ status: 0, stderr: '' })
  const written = globSync('*/etc/**', { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(written.length).toBe(18)
  for (const { parentPath, name } of written)
    expect(readFileSync(join(parentPath, name), 'utf8'), name).not.toMatch(/@[A-Z_\d]+@/)
  const own = readFileSync(join(root, '2/etc/patroni/config.yml'), 'utf8')
  expect(parse(own)).toMatchObject({ name: 'pg2', restapi: { connect_address: '10.0.0.12:8008' } })
  check('haproxy', ['-c', '-f', join(root, '1/etc/haproxy/haproxy.cfg')])
  // Only whether nginx runs decides who has the address, not a replica that is slow or off.
  const [, asked = ''] = /https:\/\/127\.0\.0\.1(\/\S+)"/.exec(shipped('keepalived.conf')) ?? []
  expect(shipped('../nginx.conf')).toContain(`location = ${asked} {\n        return `)
  for (const number of [1, 2, 3]) {
    const path = join(root, `${number}/etc/keepalived/keepalived.conf`)
    // Each machine tells both others that it has the address; two that do not hear each other would both take it.
    const peers = readFileSync(path, 'utf8').match(/(?<=^ {4})10\.0\.0\.1[123]$/gm)
    expect(peers).toEqual(['10.0.0.11', '10.0.0.12', '10.0.0.13'].filter((address) => !address.endsWith(`${number}`)))
    // keepalived 2.2.7 ends its own check of a configuration with a script by SIGTERM, so only its words count.
    expect(complaints('keepalived', `-t -f '${path}'`)).toBe('')
  }
})

/** What a program says is wrong; nothing where it is not installed. */
function complaints(program: string, given: string): string {
  const command = `command -v ${program} || exit 0; exec ${program} ${given}`
  return spawnSync('sh', ['-c', command], { encoding: 'utf8' }).stderr
}

/** Only where the program is installed. */
function check(program: string, given: string[]) {
  if (spawnSync('sh', ['-c', `command -v ${program}`]).status === 0) execFileSync(program, given, { stdio: 'pipe' })
}

test('D-62 Patroni uses etcd without its v3 interface, loses nothing, and keeps to its limits for times', () => {
  const { etcd, etcd3, bootstrap } = parse(shipped('patroni.yml').replace(/@(\w+)@/g, 'x'))
  const { ttl, loop_wait, retry_timeout, synchronous_mode, failsafe_mode } = bootstrap.dcs
  expect([typeof etcd.hosts, etcd3, synchronous_mode, failsafe_mode]).toEqual(['string', undefined, true, true])
  expect(shipped('etcd')).toContain('\nETCD_ENABLE_V2=true\n')
  expect(ttl).toBeGreaterThanOrEqual(Math.max(20, loop_wait + 2 * retry_timeout))
})

test('D-62 the page on three machines names only settings that exist, and files that it brings', () => {
  const page = shipped('README.md')
  const [, env = ''] = /cat >\/etc\/stampus.env <<END\n(.*?)\nEND/s.exec(page) ?? []
  const named = env.split('\n').map((line) => line.split('=')[0])
  expect(named.length).toBeGreaterThan(15)
  expect(Object.keys(settings)).toEqual(expect.arrayContaining(named))
  for (const name of ['patroni.yml', 'haproxy.cfg', 'keepalived.conf', 'nftables.conf', 'etcd', '../nginx.conf'])
    expect(shipped('configure.sh')).toContain(`fill ${name} `)
})

test('D-62 systemd accepts the unit of a replica, which may list the addresses that it listens on', async () => {
  const unit = readFileSync(join(folder, '../stampus.service'), 'utf8')
  // Node lists them over netlink when HOST is 0.0.0.0, and the server ends if it may not.
  expect(unit).toMatch(/^RestrictAddressFamilies=.*\bAF_NETLINK\b/m)
  const path = join(await temporaryFolder(), 'stampus.service')
  writeFileSync(path, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
  // It only warns of a wrong value, so its words count.
  expect(complaints('systemd-analyze', `verify --man=no '${path}'`)).toBe('')
})
