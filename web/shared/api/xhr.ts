import { ownStatus } from '@stampus/contract/client'
import { type Endpoint, LINES_TYPE } from '@stampus/contract/endpoint'
import { isServed } from '@stampus/ui/browser/pageServed'
import { shellPath } from '../serverPaths.ts'
import { apiBase, hasOwnApi } from './connection.ts'

const CHECK_TIMEOUT_MS = 8000

type HttpRequest = {
  method: Endpoint['method']
  url: string
  headers: Record<string, string>
  body: string | FormData | undefined
  signal?: AbortSignal | undefined
  onProgress?: ((share: number) => void) | undefined
  onLine?: ((line: unknown) => void) | undefined
}

/** `status` 0 means no response of the API. `retryAfter` is in seconds. */
export type HttpResult = { status: number; body: unknown; retryAfter?: number }

/** Sends without a time limit. Uses XMLHttpRequest, as fetch reports no upload progress. Rejects only on abort. */
export function sendRequest(options: HttpRequest): Promise<HttpResult> {
  const { method, url, headers, body, signal, onProgress, onLine } = options
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    signal?.addEventListener('abort', abort)
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    request.onload = () => resolve(resultOf(request))
    request.onerror = () => resolve({ status: 0, body: undefined })
    request.onabort = () => reject(signal?.reason)
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    if (onProgress) request.upload.onprogress = (event) => onProgress(event.loaded / Math.max(event.total, 1))
    if (onLine) request.onprogress = lineReader(request, onLine)
    request.send(body ?? null)
  })
}

function lineReader(request: XMLHttpRequest, onLine: (line: unknown) => void): () => void {
  let start = 0
  return () => {
    if (!isInLines(request)) return
    const text = request.responseText
    for (let end = text.indexOf('\n', start); end >= 0; end = text.indexOf('\n', start)) {
      const line = parseJson(text.slice(start, end))
      if (line) onLine(line)
      start = end + 1
    }
  }
}

const isInLines = (request: XMLHttpRequest) => request.getResponseHeader('content-type')?.startsWith(LINES_TYPE)

function resultOf(request: XMLHttpRequest): HttpResult {
  const retryAfter = Number(request.getResponseHeader('retry-after') ?? Number.NaN)
  const text = isInLines(request) ? request.responseText.trimEnd().split('\n').at(-1) : request.responseText
  const body = parseJson(text ?? '')
  // Some servers answer with an empty body, and unknown calls with any 404.
  const { status, responseText } = request
  const mayHaveNoBody = status === 404 || (responseText === '' && status !== 401)
  if (!mayHaveNoBody && ownStatus(status, body) !== status) return { status: 0, body: undefined }
  return Number.isFinite(retryAfter) ? { status, body, retryAfter } : { status, body }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether the API, and no captive portal, responds at all. Asks for the head of a public, cached answer. */
export async function isReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS)
  // Without CORS, which an error of a proxy may lack.
  const mode = hasOwnApi ? 'same-origin' : 'no-cors'
  try {
    const request: RequestInit = { method: 'HEAD', mode, cache: 'no-store', signal }
    const { status, headers } = await fetch(`${apiBase}/announcements`, request)
    return status >= 500 ? status !== 511 : !headers.get('content-type')?.startsWith('text/html')
  } catch {
    return false
  }
}

/** Whether the server would answer now if this page was loaded again. */
export const isPageServed = () => isServed(shellPath, fetch)
