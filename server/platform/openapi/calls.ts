import { readdirSync } from 'node:fs'
import type { Endpoint } from '@stampus/contract/endpoint'

/** A call of the contract, such as `login` of the group `accounts`. */
export type Call = { group: string; name: string; endpoint: Endpoint }

const folder = new URL('../../../contract/', import.meta.url)
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /^(?!texts\/|node_modules\/).+(?<!\.test)\.ts$/.test(file))

export const calls: readonly Call[] = (await Promise.all(files.sort().map(callsIn))).flat()

async function callsIn(file: string): Promise<Call[]> {
  const exported: Record<string, unknown> = await import(new URL(file, folder).href)
  const group = file.replace(/\.ts$/, '')
  return Object.entries(exported).flatMap(([name, value]) =>
    isEndpoint(value) ? [{ group, name, endpoint: value }] : [],
  )
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'answer' in value
}
