import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import { Unavailable } from '../errors.ts'
import { requireKey, type Storage } from './storage.ts'

const CONNECT_TIMEOUT_MS = 2000
/** The time for one try of a call, and for all tries of a call that uploads nothing. */
const ANSWER_TIMEOUT_MS = 20_000
const CONNECTIONS = 500
const RETRY_SECONDS = 2

export type Bucket = {
  bucket: string
  endpoint: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string }
}

/** S3 or a compatible server. Throws Unavailable (503) if it does not answer. */
export function openBucket(given: Bucket): Storage {
  const disk = new Disk(
    new S3Driver({
      ...given,
      visibility: 'private',
      // Files are never served by the bucket itself, and many servers do not support ACLs.
      supportsACL: false,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        requestTimeout: ANSWER_TIMEOUT_MS,
        throwOnRequestTimeout: true,
        socketTimeout: ANSWER_TIMEOUT_MS,
        httpAgent: { maxSockets: CONNECTIONS },
        httpsAgent: { maxSockets: CONNECTIONS },
      },
    }),
  )
  return {
    put: async (localPath, key) => put(disk, localPath, requireKey(key)),
    openRead: async (key) => openRead(disk, requireKey(key)),
    remove: async (key) => unavailableOnError(withTimeout(disk.delete(requireKey(key)))),
    list: (folder) => list(disk, folder),
  }
}

async function put(disk: Disk, localPath: string, key: string): Promise<void> {
  const { size } = await stat(localPath)
  // The S3 client cannot repeat a stream, so a stale connection would fail the upload.
  await unavailableOnError(send(disk, localPath, key, size).catch(() => send(disk, localPath, key, size)))
  await rm(localPath)
}

async function send(disk: Disk, localPath: string, key: string, size: number): Promise<void> {
  await disk.putStream(key, createReadStream(localPath), { contentLength: size })
  const { contentLength } = await disk.getMetaData(key)
  if (contentLength !== size) throw new Error(`Only ${contentLength} of ${size} bytes of ${key} were stored`)
}

async function openRead(disk: Disk, key: string) {
  const opening = find(disk, key)
  return unavailableOnError(
    withTimeout(opening).catch((error) => {
      // Nobody reads a stream that arrives too late.
      opening.then((late) => late?.stream.destroy()).catch(() => {})
      throw error
    }),
  )
}

async function find(disk: Disk, key: string) {
  const found = await disk.getMetaData(key).catch((error) => undefinedIfMissing(disk, key, error))
  return found && { stream: await disk.getStream(key), bytes: found.contentLength }
}

async function* list(disk: Disk, folder: string): AsyncGenerator<string> {
  let paginationToken: string | undefined
  do {
    const listing = disk.listAll(folder, { recursive: true, ...(paginationToken && { paginationToken }) })
    const page = await unavailableOnError(withTimeout(listing))
    const keys = [...page.objects].map((found) => (found.isFile ? found.key : ''))
    yield* keys.filter((key) => key.startsWith(folder))
    paginationToken = page.paginationToken
  } while (paginationToken)
}

async function undefinedIfMissing(disk: Disk, key: string, error: unknown): Promise<undefined> {
  if (statusOf(error) !== 404) throw error
  // A HEAD request gets the same 404 for a missing bucket as for a missing file; a GET tells them apart.
  const code = await disk.getStream(key).catch((why: { cause?: Error }) => why.cause?.name)
  if (code !== 'NoSuchKey') throw error
}

function statusOf(error: unknown): number | undefined {
  const { cause } = error as { cause?: { $metadata?: { httpStatusCode?: number } } }
  return cause?.$metadata?.httpStatusCode
}

/** The retries of the S3 client would multiply its own timeout. */
async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('The file store does not answer')), ANSWER_TIMEOUT_MS)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Any error of the file store may be temporary. */
const unavailableOnError = <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause) => {
    throw new Unavailable(RETRY_SECONDS, { cause })
  })
