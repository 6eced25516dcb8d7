import type { Upload } from '@stampus/contract/endpoint'
import * as limits from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PlatformDeps } from '../../deps.ts'
import { Unavailable } from '../../errors.ts'
import { consumeLimit, perHour, refundLimits } from '../../rate-limits/rate-limits.ts'
import { abortSignalOf } from '../client-abort.ts'
import { HttpError, tooMany } from '../http-error.ts'

const RETRY_SECONDS = 5

/** `signal` is aborted when they disconnect. `counts`: whether it uses up one of the hour; decoding sets it. */
export type UploadSender = { holder: string; signal: AbortSignal; counts: boolean }

/**
 * `enter` counts and reserves before the first byte: 429, 503; it may be called again. `end` releases, and refunds what
 * was not decoded.
 */
export type Admission = { sender: UploadSender; enter(): Promise<void>; end(error?: unknown): Promise<void> }

/** Uploads under way are counted by each replica, those of an hour by all together. */
export type Admissions = (upload: Upload, holder: Uploader, exchange: Exchange) => Admission

type Exchange = { request: FastifyRequest; reply: FastifyReply }

export function openAdmissions(deps: Pick<PlatformDeps, 'db' | 'incoming' | 'now'>): Admissions {
  const inFlight = new Map<string, number>()
  const change = (holder: string, by: number) => {
    const now = (inFlight.get(holder) ?? 0) + by
    if (now > 0) inFlight.set(holder, now)
    else inFlight.delete(holder)
  }
  return (upload, { kind, id }, { request, reply }) => {
    const { key, max, inFlight: maxInFlight } = RULES[upload.counts]
    const limit = perHour(`${key}|${id}`, max)
    const holder = `${kind} ${id}`
    // Counts by default, so that an aborted body counts.
    const sender = { holder, signal: abortSignalOf(reply), counts: true }
    const releases: (() => void)[] = []
    let entering: Promise<void> | undefined
    let isCounted = false
    async function count(): Promise<void> {
      await consumeLimit(deps.db.pool, limit, deps.now())
      isCounted = true
      if ((inFlight.get(holder) ?? 0) >= maxInFlight) throw tooMany(RETRY_SECONDS)
      const { maxBytes } = upload
      const bytes = Math.min(maxBytes, Number(request.headers['content-length'] ?? maxBytes))
      const release = deps.incoming.reserve(bytes)
      if (!release) throw new HttpError(503, texts.unavailable, {}, { retryAfterSeconds: RETRY_SECONDS })
      change(holder, 1)
      releases.push(release, () => change(holder, -1))
    }
    return {
      sender,
      enter: () => (entering ??= count()),
      async end(error) {
        for (const release of releases.splice(0)) release()
        if (isCounted && (!sender.counts || isRetryable(error))) await refundLimits(deps.db.pool, [limit])
      },
    }
  }
}

const isRetryable = (error: unknown): boolean =>
  error instanceof Unavailable || (error instanceof HttpError && error.status === 503)

type Uploader = { kind: 'member' | 'operator'; id: number }

/** `inFlight`: an upload may start while fewer of the account, of all kinds, are under way. */
const RULES: Record<Upload['counts'], { key: string; max: number; inFlight: number }> = {
  sent: { key: 'uploads', max: limits.UPLOADS_PER_HOUR, inFlight: limits.UPLOADS_IN_FLIGHT_MAX },
  preview: { key: 'readings-ahead', max: limits.OCR_PREVIEWS_PER_HOUR, inFlight: limits.OCR_PREVIEWS_IN_FLIGHT_MAX },
  content: { key: 'content-uploads', max: limits.CONTENT_UPLOADS_PER_HOUR, inFlight: limits.UPLOADS_IN_FLIGHT_MAX },
}
