import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { PAGE_ANSWER_ID } from '@stampus/contract/settings'

/** A page with its content, packed once for all who ask for it; `styleHash` is what the policy must let stand. */
export type RenderedPage = { etag: string; styleHash: string; bodies: Record<'br' | 'gzip' | 'identity', Buffer> }

type Content = { path: string; html: string; answer: string; scripts: string[] }

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** Makes rendered pages of the plain one: its styles stand in it, and its scripts let the first picture pass. */
export function pageMaker(plain: string, readAsset: (path: string) => string) {
  const [link, address = ''] = /<link rel="stylesheet"[^>]* href="([^"]+)">/.exec(plain) ?? []
  const styles = link ? readAsset(address) : ''
  if (!link || styles.includes('</')) throw new Error('The styles of the built page cannot stand in it.')
  const frame = plain
    .replace(link, () => `<style>${styles}</style>`)
    .replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
  const styleHash = `sha256-${createHash('sha256').update(styles).digest('base64')}`
  return async (content: Content): Promise<RenderedPage> => packed(filled(frame, content), styleHash)
}

function filled(frame: string, { path, html, answer, scripts }: Content): string {
  const title = /<h1\b[^>]*>([^<]+)</.exec(html)?.[1]
  const data = answer.replaceAll('<', '\\u003c')
  const block = data && `<script type="application/json" id="${PAGE_ANSWER_ID}">${data}</script>`
  const more = scripts.map((src) => `<script type="module" crossorigin fetchpriority="low" src="${src}"></script>`)
  return frame
    .replace('</head>', () => `${more.join('')}</head>`)
    .replace(
      /<title>(.*?)<\/title>/,
      (_, product: string) => `<title>${title ? `${title} · ${product}` : product}</title>`,
    )
    .replace('<div id="root"></div>', () => `<div id="root" data-rendered="${path}">${html}</div>${block}`)
}

async function packed(page: string, styleHash: string): Promise<RenderedPage> {
  const identity = Buffer.from(page)
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity, BROTLI), promisify(gzip)(identity)])
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`
  return { etag, styleHash, bodies: { br, gzip: gz, identity } }
}
