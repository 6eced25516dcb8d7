import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Certificate } from './certificate.ts'

const STARTS_WITHIN_MS = 20_000

/** The path of nginx on this machine; undefined where it has none. */
export function findNginx(): string | undefined {
  const places = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return places.map((place) => join(place, 'nginx')).find(existsSync)
}

type Given = { folder: string; port: number; replicas: number[]; certificate: Certificate }

/** Starts nginx in front of the replicas, on the loopback address only. It ends with this process. */
export function startProxy(nginx: string, given: Given): Promise<() => Promise<void>> {
  return start(nginx, given, configurationFor(given))
}

type Whole = Omit<Given, 'port'> & { ports: { plain: number; secure: number } }

/** Starts nginx with our complete shipped configuration; only ports and paths are replaced. */
export function startShippedProxy(nginx: string, given: Whole): Promise<() => Promise<void>> {
  return start(nginx, { ...given, port: given.ports.secure }, shippedFor(given))
}

async function start(nginx: string, { folder, port }: Given, content: string): Promise<() => Promise<void>> {
  const configuration = join(folder, 'nginx.conf')
  await writeFile(configuration, content)
  const proxy = spawn('/bin/sh', ['-c', untilEndOfInput, 'sh', nginx, folder, configuration], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const gone = once(proxy, 'exit')
  await untilListening(port)
  return async () => {
    proxy.stdin.end()
    await gone
  }
}

async function untilListening(port: number): Promise<void> {
  const until = Date.now() + STARTS_WITHIN_MS
  while (Date.now() < until) {
    if (await listens(port)) return
    await pause(50)
  }
  throw new Error('nginx did not start')
}

/** Whether a port of this machine accepts connections. */
function listens(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const probe = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
  return promise.finally(() => probe.destroy())
}

const untilEndOfInput = `
"$1" -p "$2" -c "$3" -e stderr &
proxy=$!
while read -r _; do :; done
kill -TERM "$proxy"
wait "$proxy"
`

const SHIPPED = readFileSync(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')

/** The lines of a block of the shipped nginx.conf. */
function shipped(block: string): string {
  const [, lines] = new RegExp(`^( *${block} \\{\\n[\\s\\S]*?^ *\\}\\n)`, 'm').exec(SHIPPED) ?? []
  if (!lines) throw new Error(`deploy/nginx.conf has no ${block}`)
  return lines
}

/** Puts the replicas in the place of the shipped ones, without sticky sessions or health checks. */
const upstream = (replicas: number[]) =>
  [...replicas].reduce(
    (lines, replica) => lines.replace(/10\.0\.0\.\d+:4000/, `127.0.0.1:${replica}`),
    shipped('upstream stampus'),
  )

const configurationFor = ({ folder, port, replicas, certificate }: Given) =>
  configuration(
    folder,
    `
  ${upstream(replicas)}
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${certificate.cert};
    ssl_certificate_key ${certificate.key};
    ${
      // Here the host includes the port.
      shipped('location /').replace('$host', '$http_host')
    }
  }`,
  )

const shippedFor = ({ folder, ports, replicas, certificate }: Whole) =>
  configuration(
    folder,
    replicas
      .reduce((lines, replica) => lines.replace(/10\.0\.0\.\d+:4000/, `127.0.0.1:${replica}`), SHIPPED)
      .replace(/ *server 10\.0\.0\.\d+:4000.*\n/g, '')
      .replace(/listen 80\b/g, `listen 127.0.0.1:${ports.plain}`)
      .replace(/listen 443\b/g, `listen 127.0.0.1:${ports.secure}`)
      .replace(/(ssl_certificate) .*;/g, `$1 ${certificate.cert};`)
      .replace(/(ssl_certificate_key) .*;/g, `$1 ${certificate.key};`)
      .replace(/(access_log) .* stampus;/g, `$1 ${folder}/access.log stampus;`),
  )

const configuration = (folder: string, inHttp: string) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
error_log stderr crit;
pid ${folder}/nginx.pid;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${folder}/nginx-body;
  proxy_temp_path ${folder}/nginx-proxy;
  fastcgi_temp_path ${folder}/nginx-fastcgi;
  uwsgi_temp_path ${folder}/nginx-uwsgi;
  scgi_temp_path ${folder}/nginx-scgi;
  client_max_body_size 20m;
  ${inHttp}
}
`
