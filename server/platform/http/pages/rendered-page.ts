import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { PAGE_ANSWER_ID } from '@stampus/contract/settings'

/** Compressed once for all requests. `sources` are the hashes that its content policy must allow. `age`: see ApiResponse. */
export type RenderedPage = {
  etag: string
  sources: Sources
  bodies: Record<'br' | 'gzip' | 'identity', Buffer>
  age?: string
}
type Sources = { script: string; style: string }
/** `rendered` tells the browser for whom: the path for a guest's page, or `member`. */
type Content = { rendered: string; html: string; answer: string; scripts: string[] }
type Frame = { page: string; scripts: string[]; product: string }
type Built = { plain: string; product: string; readAsset: (path: string) => string }

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
/** Loads the scripts after the first paint; at once in a hidden tab, after a second if no paint is reported. */
const STARTER = `(({ dataset }) => {
  const start = () => {
    const scripts = dataset.scripts.split(' ')
    dataset.scripts = ''
    for (const src of scripts)
      if (src) document.head.append(Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src }))
  }
  if (document.hidden) return start()
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  setTimeout(start, 1000)
})(document.currentScript)`

/** Inlines styles; scripts wait for the first paint. The disabled link keeps others from loading the styles. */
export function createPageTemplate({ plain, product, readAsset }: Built) {
  const [link, address = ''] = /<link rel="stylesheet"[^>]* href="([^"]+)">/.exec(plain) ?? []
  const styles = link ? readAsset(address) : ''
  if (!link || styles.includes('</')) throw new Error('The styles of the built page cannot be inlined.')
  const started = /<script type="module"[^>]* src="([^"]+)"><\/script>|<link rel="modulepreload"[^>]* href="([^"]+)">/g
  const [entry = '', ...imports] = Array.from(plain.matchAll(started), ([, src, href]) => src ?? href ?? '')
  // After its imports, the entry is evaluated in a task of its own.
  const scripts = [...imports, entry]
  const inlined = `<style>${styles}</style>${link.replace('<link', '<link disabled')}`
  const page = plain.replaceAll(started, '').replace(link, () => inlined)
  const frame = { page, scripts, product: escaped(product) }
  const sources = { script: sourceOf(STARTER), style: sourceOf(styles) }
  return async (content: Content): Promise<RenderedPage> => compress(fill(frame, content), sources)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

function fill(frame: Frame, { rendered, html, answer, scripts }: Content): string {
  const title = /<h1\b[^>]*>([^<]+)</.exec(html)?.[1]
  const data = answer.replaceAll('<', '\\u003c')
  const block = data && `<script type="application/json" id="${PAGE_ANSWER_ID}">${data}</script>`
  const starter = `<script data-scripts="${[...frame.scripts, ...scripts].join(' ')}">${STARTER}</script>`
  return frame.page
    .replace(/<title>.*?<\/title>/, () => `<title>${title ? `${title} · ` : ''}${frame.product}</title>`)
    .replace(
      '<div id="root"></div>',
      () => `<div id="root" data-rendered="${rendered}">${html}</div>${block}${starter}`,
    )
}

async function compress(page: string, sources: Sources): Promise<RenderedPage> {
  const identity = Buffer.from(page)
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity, BROTLI), promisify(gzip)(identity)])
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`
  return { etag, sources, bodies: { br, gzip: gz, identity } }
}
