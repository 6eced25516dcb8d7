import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { temporaryFolder } from '../tests/support/server/temporary-folder.ts'
import { environment, readConfig } from './config.ts'

type Service = { environment?: Record<string, string>; depends_on?: Record<string, object>; stop_grace_period?: string }

const shipped = (name: string) => readFileSync(join(import.meta.dirname, '../deploy', name), 'utf8')
const services: Record<string, Service> = parse(shipped('compose.yaml'), { merge: true }).services
const replicas = Object.entries(services).filter(([name]) => name.startsWith('stampus-'))

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = '']) => first)
const settingsIn = (text: string, line: RegExp) => found(line.exec(text)?.[0] ?? '', /[= ]([A-Z_]+)(?==)/g)
const secretOf = (_: string, name: string) => createHash('sha256').update(name).digest('hex')
/** A secret for each variable that needs one. */
const filled = (given: Record<string, string>) =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value.replace(/\$\{(\w+):\?\}/, secretOf)]))

test('D-62 deploy/ sets only known settings, and those of the compose file are valid in production', () => {
  const names = [
    ...replicas.flatMap(([, replica]) => Object.keys(replica.environment ?? {})),
    ...settingsIn(shipped('Containerfile'), /^ENV NODE_ENV.*$/m),
    ...settingsIn(shipped('stampus.service'), /^Environment=.*$/m),
  ]
  expect(names).toContain('DATA_DIR')
  expect(names.filter((name) => !(name in environment.shape))).toEqual([])
  expect(replicas).toHaveLength(2)
  for (const [, replica] of replicas) {
    const { WEB_URL, CONSOLE_URL, STOP_GRACE_SECONDS } = readConfig({
      NODE_ENV: 'production',
      ...filled(replica.environment ?? {}),
    })
    const hosts = [WEB_URL, CONSOLE_URL ?? ''].map((url) => new URL(url).hostname)
    expect(shipped('Caddyfile')).toContain(`\n${hosts.join(', ')} {`)
    expect(Number.parseInt(replica.stop_grace_period ?? '', 10)).toBeGreaterThanOrEqual(STOP_GRACE_SECONDS + 15)
  }
})

test('D-62 deploy/ starts servers with the allocator settings of npm start, which release memory', () => {
  const [tunables = ''] = found(shipped('../scripts/support/node.mjs'), /GLIBC_TUNABLES: '(.*)'/g)
  expect(tunables.split(':').sort()).toEqual([
    'glibc.malloc.arena_max=2',
    'glibc.malloc.hugetlb=1',
    'glibc.malloc.mmap_threshold=65536',
  ])
  for (const name of ['Containerfile', 'stampus.service']) {
    expect(found(shipped(name), /^(?:ENV |Environment=)GLIBC_TUNABLES=(.*)$/gm)).toEqual([tunables])
    expect(shipped(name)).toMatch(/node\W+--max-semi-space-size=8\W+server\/main\.ts/)
    expect(shipped(name)).toMatch(/^(ENV |Environment=)NODE_COMPILE_CACHE=\S+\/server\/dist\/compiled$/m)
  }
})

test('D-62 the container compiles its modules as the serving user, who cannot change them afterwards', () => {
  const steps = shipped('Containerfile').split('\n')
  const userAt = (end: number) => steps.slice(0, end).findLast((step) => step.startsWith('USER '))
  const compiling = steps.findIndex((step) => /^RUN node .*scripts\/build-server\.ts$/.test(step))
  expect(compiling).toBeGreaterThan(0)
  expect(userAt(compiling)).toBe('USER node')
  expect(steps.lastIndexOf('RUN chmod -R a+rX server && chown -R root:root server')).toBeGreaterThan(compiling)
  expect(userAt(steps.length)).toBe('USER node')
})

test('D-62 every service named by the compose file and its proxy exists, and replicas migrate with a role of their own, not the superuser', () => {
  const [, upstream = ''] = /reverse_proxy (.*) \{/.exec(shipped('Caddyfile')) ?? []
  expect(found(upstream, /(\S+):4000/g)).toEqual(replicas.map(([name]) => name))
  const needed = Object.values(services).flatMap(({ depends_on }) => Object.keys(depends_on ?? {}))
  expect(needed.filter((name) => !(name in services))).toEqual([])
  const superuser = services.database?.environment?.POSTGRES_USER
  for (const [, { environment: set }] of replicas) {
    const role = (name: string) => new URL(set?.[name]?.replace(/\$\{\w+:\?\}/, 'secret') ?? '').username
    expect(new Set([superuser, role('MIGRATION_DATABASE_URL'), role('DATABASE_URL')]).size).toBe(3)
  }
})

test('D-62 the container installs what every workspace needs, without install scripts, and images are pinned by version and, if known, by digest', () => {
  const { workspaces } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
  expect(found(shipped('Containerfile'), /^COPY (\w+)\/package\.json \1\/$/gm).sort()).toEqual(workspaces.sort())
  const steps = shipped('Containerfile').split('\n')
  const installs = steps.filter((step) => /\bnpm (ci|install|prune)\b/.test(step))
  expect(installs.map((step) => / --ignore-scripts /.test(step))).toEqual([true, true])
  const copied = steps.findIndex((step) => /^COPY .*\.npmrc/.test(step))
  expect(copied).toBeGreaterThan(0)
  expect(copied).toBeLessThan(steps.findIndex((step) => step.includes('npm ci')))
  const images = [...steps, ...shipped('compose.yaml').split('\n')].flatMap((line) =>
    found(line, /^(?:FROM| +image:) (\S+)/g),
  )
  const byDigest = images.filter((image) => /:[\w.-]+@sha256:[0-9a-f]{64}$/.test(image))
  expect(byDigest.map((image) => image.split(':')[0])).toEqual(['node', 'node', 'caddy', 'postgres'])
  expect(images.filter((image) => !/:v?\d+\.\d+/.test(image))).toEqual([])
})

test('D-62 the container keeps only the OCR libraries of its own platform', async () => {
  const steps = shipped('Containerfile').split('\n')
  const removal = steps.findIndex((step) => step.includes('onnxruntime-node/bin/'))
  expect(removal).toBeGreaterThan(steps.findIndex((step) => step.includes('npm prune')))
  expect(removal).toBeLessThan(steps.findLastIndex((step) => step.startsWith('FROM ')))
  const installed = join(import.meta.dirname, '../node_modules/onnxruntime-node/bin')
  const platforms = globSync('*/*/*', { cwd: installed }).toSorted()
  expect(platforms).toContain('napi-v6/linux/x64')
  expect(platforms).toContain('napi-v6/linux/arm64')
  const image = await temporaryFolder()
  const copied = join(image, 'node_modules/onnxruntime-node/bin')
  for (const platform of platforms) mkdirSync(join(copied, platform), { recursive: true })
  execFileSync('sh', ['-ec', steps[removal]?.replace(/^RUN /, '') ?? ''], { cwd: image })
  expect(globSync('*/*/*', { cwd: copied })).toEqual([`napi-v6/linux/${process.arch}`])
})

test('D-50 both example proxies clear X-Forwarded-Host and redirect only known hosts', () => {
  const [nginx, caddy] = [shipped('nginx.conf'), shipped('Caddyfile')]
  expect(nginx).toMatch(/^ +proxy_set_header X-Forwarded-Host "";$/m)
  expect(caddy).toMatch(/^\t+header_up -X-Forwarded-Host$/m)
  expect(nginx).toMatch(/^server \{\n +listen 80 default_server;\n(?: +access_log off;\n)? +return 444;\n\}$/m)
  const [, redirected] = /^((?:http:\/\/\S+ )+)\{\n\tredir https:\/\/\{host\}\{uri\} permanent\n\}$/m.exec(caddy) ?? []
  expect(redirected).toBe('http://stampus.localhost, http://console.stampus.localhost ')
  expect(caddy).toMatch(/^\{\n\tauto_https disable_redirects\n\}$/m)
  expect(caddy).toMatch(/^:80 \{\n\tabort\n\}$/m)
})
