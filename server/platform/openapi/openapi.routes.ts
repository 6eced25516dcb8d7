import type { Access } from '@stampus/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { escapeHtml } from '../security/escape.ts'
import type { Call } from './calls.ts'
import { openapiDocument, toTemplatePath } from './document.ts'

/** `/openapi.json` for programs, `/docs` for people. */
export function openapiRoutes(app: FastifyInstance, { config }: { config: Pick<Config, 'PRODUCT_NAME'> }): void {
  // Read and made when it is first asked for: the start does not wait for it.
  const readCalls = async () => (await import('./calls.ts')).calls
  let document: string | undefined
  app.get('/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openapiDocument(await readCalls(), config.PRODUCT_NAME))
    return reply.type('application/json').send(document)
  })
  app.get('/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(renderCallsPage(await readCalls(), config.PRODUCT_NAME)),
  )
  app.get('/docs.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(stylesheet))
}

const WHO: Record<Access, string> = {
  public: 'anyone',
  session: 'anyone signed in',
  member: 'verified members',
  operator: 'anyone signed in at the console',
  reviewer: 'operators',
  manager: 'managers',
  owner: 'owners of merchants',
  phone: 'enrolled phones of a counter',
  cashier: 'enrolled phones with a cashier who has entered the PIN',
}

/** The page has no scripts and its own style sheet, because of the content policy. */
function renderCallsPage(calls: readonly Call[], title: string): string {
  const groups = Map.groupBy(calls, ({ group }) => group)
  const sections = [...groups].map(([group, ofGroup]) => section(group, ofGroup)).join('\n')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}: calls</title>
<link rel="stylesheet" href="docs.css">
<main>
<h1>${escapeHtml(title)}: calls</h1>
<p>All paths are below <code>/api</code>. The complete description with every field is the <a href="openapi.json">OpenAPI document</a>.</p>
${sections}
</main>
</html>
`
}

const stylesheet = `
:root { color-scheme: light dark }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 56rem; margin: 0 auto; padding: 1rem }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
th, td { padding: .4rem .8rem .4rem 0; border-bottom: 1px solid; text-align: left; vertical-align: top }
`

function section(group: string, calls: readonly Call[]): string {
  const rows = calls.map(row).join('')
  const head = '<tr><th scope="col">Call<th scope="col">Path<th scope="col">For'
  return `<h2>${escapeHtml(group)}</h2>\n<div class="wide"><table><thead>${head}<tbody>${rows}</table></div>`
}

function row({ name, endpoint }: Call): string {
  const path = `<code>${endpoint.method} ${escapeHtml(toTemplatePath(endpoint.path))}</code>`
  return `<tr><td>${escapeHtml(name)}<td>${path}<td>${WHO[endpoint.access]}`
}
