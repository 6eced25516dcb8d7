import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import { Unavailable } from '../errors.ts'
import { requireKey } from './file-keys.ts'
import type { Storage } from './storage.ts'

const CONNECTS_WITHIN_MS = 2000
/** One try of a call, and whatever is not sent there with all its tries. */
const ANSWERS_WITHIN_MS = 20_000
/** Each picture that is being read holds one. */
const CONNECTIONS = 500
const RETRY_SECONDS = 2

export type Bucket = {
  bucket: string
  endpoint: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string }
}

/** The file store in a bucket of S3 or of a server that speaks its protocol. Where that is out of reach, a 503. */
export function openBucket(given: Bucket): Storage {
  const disk = new Disk(
    new S3Driver({
      ...given,
      visibility: 'private',
      // Nothing is served by the bucket itself, and many servers know no such lists.
      supportsACL: false,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: CONNECTS_WITHIN_MS,
        requestTimeout: ANSWERS_WITHIN_MS,
        throwOnRequestTimeout: true,
        socketTimeout: ANSWERS_WITHIN_MS,
        httpAgent: { maxSockets: CONNECTIONS },
        httpsAgent: { maxSockets: CONNECTIONS },
      },
    }),
  )
  return {
    put: async (localPath, key) => put(disk, localPath, requireKey(key)),
    openRead: async (key) => openRead(disk, requireKey(key)),
    remove: async (key) => unavailableOnError(withTimeout(disk.delete(requireKey(key)))),
  }
}

async function put(disk: Disk, localPath: string, key: string): Promise<void> {
  const { size } = await stat(localPath)
  // A stream is sent once only, so a connection that had gone stale would fail it.
  await unavailableOnError(send(disk, localPath, key, size).catch(() => send(disk, localPath, key, size)))
  await rm(localPath)
}

async function send(disk: Disk, localPath: string, key: string, size: number): Promise<void> {
  await disk.putStream(key, createReadStream(localPath), { contentLength: size })
  const { contentLength } = await disk.getMetaData(key)
  if (contentLength !== size) throw new Error(`Of ${key}, ${contentLength} of ${size} bytes were stored`)
}

async function openRead(disk: Disk, key: string) {
  const opening = find(disk, key)
  return unavailableOnError(
    withTimeout(opening).catch((fault) => {
      // What comes too late is not read by anybody.
      opening.then((late) => late?.stream.destroy()).catch(() => {})
      throw fault
    }),
  )
}

async function find(disk: Disk, key: string) {
  const found = await disk.getMetaData(key).catch((fault) => undefinedWhereMissing(disk, key, fault))
  return found && { stream: await disk.getStream(key), bytes: found.contentLength }
}

async function undefinedWhereMissing(disk: Disk, key: string, fault: unknown): Promise<undefined> {
  if (statusOf(fault) !== 404) throw fault
  // Asked for the facts alone, a server says of a bucket that is not there no more than of a file.
  const asked = await disk.getStream(key).catch((why: { cause?: Error }) => why.cause?.name)
  if (asked !== 'NoSuchKey') throw fault
}

/** The status that the server answered, which stands in the cause of flydrive's own error. */
function statusOf(fault: unknown): number | undefined {
  const { cause } = fault as { cause?: { $metadata?: { httpStatusCode?: number } } }
  return cause?.$metadata?.httpStatusCode
}

/** Our patience is not multiplied by the tries that the protocol's own library makes. */
async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('The file store does not answer')), ANSWERS_WITHIN_MS)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** What the file store cannot do now can be asked again. */
async function unavailableOnError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (fault) {
    throw new Unavailable(RETRY_SECONDS, { cause: fault })
  }
}
