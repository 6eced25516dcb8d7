import type { Upload } from '@stampus/contract/endpoint'
import * as limits from '@stampus/contract/limits'
import * as texts from '@stampus/contract/texts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { Unavailable } from '../../errors.ts'
import { consumeLimit, type Limit, refundLimits } from '../../rate-limits/rate-limits.ts'
import { abortSignalOf } from '../client-abort.ts'
import { HttpError, tooMany } from '../http-error.ts'

const RETRY_SECONDS = 5

/**
 * The sender of an upload. `signal` is aborted when they have gone. `counts` says whether the upload is one of their hour; what
 * works on its picture sets it.
 */
export type UploadSender = { holder: string; signal: AbortSignal; counts: boolean }

/**
 * - `enter`: to be called before a byte of the file is taken, more than once if need be. Counts the upload, and throws a 429 above
 *   the hour's limit or with too many uploads under way, a 503 where the folder for uploads is full
 * - `end`: frees what the upload held; uncounts one whose picture was not worked on, or that is to come again
 */
export type Admission = { sender: UploadSender; enter(): Promise<void>; end(fault?: unknown): Promise<void> }

/** Admits uploads: a replica counts those under way by itself, those of an hour together with all others. */
export type Admissions = (upload: Upload, holder: Holder, exchange: Exchange) => Admission

type Exchange = { request: FastifyRequest; reply: FastifyReply }

export function openAdmissions(deps: Pick<Deps, 'db' | 'incoming' | 'now'>): Admissions {
  const inFlight = new Map<string, number>()
  const change = (holder: string, by: number) => {
    const now = (inFlight.get(holder) ?? 0) + by
    if (now > 0) inFlight.set(holder, now)
    else inFlight.delete(holder)
  }
  return (upload, { kind, id }, { request, reply }) => {
    const limit = hourlyUploadLimit(upload, { kind, id })
    const holder = `${kind} ${id}`
    // A body that breaks off counts.
    const sender = { holder, signal: abortSignalOf(reply), counts: true }
    const toFree: (() => void)[] = []
    let begun: Promise<void> | undefined
    let isCounted = false
    async function count(): Promise<void> {
      await consumeLimit(deps.db.pool, limit, deps.now())
      isCounted = true
      if ((inFlight.get(holder) ?? 0) >= maxInFlight(upload)) throw tooMany(RETRY_SECONDS)
      const free = deps.incoming.reserve(announcedBytes(request, upload))
      if (!free) throw new HttpError(503, texts.unavailable, {}, { retryAfterSeconds: RETRY_SECONDS })
      change(holder, 1)
      toFree.push(free, () => change(holder, -1))
    }
    return {
      sender,
      enter: () => (begun ??= count()),
      async end(fault) {
        for (const free of toFree.splice(0)) free()
        if (isCounted && (!sender.counts || isToComeAgain(fault))) await refundLimits(deps.db.pool, [limit])
      },
    }
  }
}

/** Whether an upload was sent away for no fault of its own, to come again. */
function isToComeAgain(fault: unknown): boolean {
  return fault instanceof Unavailable || (fault instanceof HttpError && fault.status === 503)
}

function announcedBytes({ headers }: FastifyRequest, { maxBytes }: Upload): number {
  return Math.min(maxBytes, Number(headers['content-length'] ?? maxBytes))
}

const HOUR = 3600

/** Who sends a picture: the kind of account, and its id. */
export type Holder = { kind: 'member' | 'operator'; id: number }

const RULES: Record<Upload['counts'], { key: string; perHour: number; inFlight: number }> = {
  sent: { key: 'uploads', perHour: limits.UPLOADS_PER_HOUR, inFlight: limits.UPLOADS_IN_FLIGHT_MAX },
  'read ahead': {
    key: 'readings-ahead',
    perHour: limits.READ_AHEADS_PER_HOUR,
    inFlight: limits.READ_AHEADS_IN_FLIGHT_MAX,
  },
  content: {
    key: 'content-uploads',
    perHour: limits.CONTENT_UPLOADS_PER_HOUR,
    inFlight: limits.UPLOADS_IN_FLIGHT_MAX,
  },
}

/** How many uploads of this kind a sender may begin in an hour. */
export function hourlyUploadLimit({ counts }: Upload, { id }: Holder): Limit {
  const { key, perHour } = RULES[counts]
  return { key: `${key}|${id}`, max: perHour, windowSeconds: HOUR }
}

/** How many uploads of a sender may be under way, of all kinds together, for one of this kind to begin beside them. */
export function maxInFlight({ counts }: Upload): number {
  return RULES[counts].inFlight
}
