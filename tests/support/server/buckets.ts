import { randomUUID } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import S3rver from '@20minutes/s3rver'

const OBJECT = '._S3rver_object'

/** A local server with the S3 protocol, and the folder that contains its buckets. */
export type BucketServer = { endpoint: string; directory: string }

/**
 * Starts a local S3 server. It checks signatures and lengths. It has no policies, no access lists, no checksums beyond
 * MD5, and none of the delays and errors of a real one under load.
 */
export async function startBucketServer(directory: string, port = 0, address = '127.0.0.1') {
  const server = new S3rver({ directory, address, port, silent: true, vhostBuckets: false })
  // It computes another path than the client signs for a listing of a bucket, so that signature is not checked.
  server.middleware.unshift((context, next) => {
    if (/^\/[^/]+\/$/.test(context.path))
      context.app = Object.create(context.app, { allowMismatchedSignatures: { value: true } })
    return next()
  })
  const { port: given } = await server.run()
  return { endpoint: `http://${address}:${given}`, directory, port: given, stop: () => server.close() }
}

/** The settings for a new bucket on that server, with its only account. */
export async function createBucket({ endpoint, directory }: BucketServer) {
  const bucket = `stampus-test-${randomUUID()}`
  await mkdir(join(directory, bucket))
  return {
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
}

/** Every key in a bucket, in order. */
export async function listKeys({ directory }: BucketServer, bucket: string): Promise<string[]> {
  const found = await listFiles(join(directory, bucket))
  return found.filter((path) => path.endsWith(OBJECT)).map((path) => path.slice(0, -OBJECT.length))
}

/** The paths of all files in a folder, in order; none if it is missing. */
export async function listFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = found.filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort()
}
