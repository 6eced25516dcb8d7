import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Certificate } from './certificate.ts'

const STARTS_WITHIN_MS = 20_000

/** The nginx of this machine, where it has one. */
export function findNginx(): string | undefined {
  const places = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return places.map((place) => join(place, 'nginx')).find(existsSync)
}

type Given = { folder: string; port: number; replicas: number[]; certificate: Certificate }

/** Starts nginx before the replicas, on this machine's own address alone; it ends with this process. */
export async function startProxy(nginx: string, given: Given): Promise<() => Promise<void>> {
  const configuration = join(given.folder, 'nginx.conf')
  await writeFile(configuration, configurationFor(given))
  const proxy = spawn('/bin/sh', ['-c', untilEndOfInput, 'sh', nginx, given.folder, configuration], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const gone = once(proxy, 'exit')
  await untilListening(given.port)
  return async () => {
    proxy.stdin.end()
    await gone
  }
}

async function untilListening(port: number): Promise<void> {
  const until = Date.now() + STARTS_WITHIN_MS
  while (Date.now() < until) {
    if ((await fetch(`https://127.0.0.1:${port}/healthz`).catch(() => undefined))?.ok) return
    await pause(50)
  }
  throw new Error('nginx did not start')
}

const untilEndOfInput = `
"$1" -p "$2" -c "$3" -e stderr &
proxy=$!
while read -r _; do :; done
kill -TERM "$proxy"
wait "$proxy"
`

const SHIPPED = readFileSync(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')

/** The lines of a block of the nginx.conf that we ship. */
function shipped(block: string): string {
  const [, lines] = new RegExp(`^( *${block} \\{\\n[\\s\\S]*?^ *\\}\\n)`, 'm').exec(SHIPPED) ?? []
  if (!lines) throw new Error(`deploy/nginx.conf has no ${block}`)
  return lines
}

/** The replicas in the place of the shipped ones; no sticky sessions, and nothing that finds out who is ready. */
const upstream = (replicas: number[]) =>
  [...replicas].reduce(
    (lines, replica) => lines.replace(/10\.0\.0\.\d+:4000/, `127.0.0.1:${replica}`),
    shipped('upstream stampus'),
  )

const configurationFor = ({ folder, port, replicas, certificate }: Given) => `
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
  ${upstream(replicas)}
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${certificate.cert};
    ssl_certificate_key ${certificate.key};
    ${
      // A port of its own belongs to the name here.
      shipped('location /').replace('$host', '$http_host')
    }
  }
}
`
