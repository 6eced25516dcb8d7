import v8 from 'node:v8'

/** Processor time, wall time, all memory, and the JavaScript heap within it. */
export type ChildLimits = { milliseconds: number; wallMilliseconds: number; memoryBytes: number; heapMb: number }

/** The CPU time of a request, the peak memory of the process so far, and the memory held now. */
export type ChildCost = { cpuSeconds: number; peakBytes: number; heldBytes: number }

export type ChildRequest = { id: number; data: unknown; milliseconds: number; memoryBytes: number; parent: number }

/** Any number of progress messages, then a result or an error. */
export type ChildMessage = { id: number } & (
  | { progress: unknown }
  | { result: unknown; cost: ChildCost }
  | { error: SerializedError }
)

export type SerializedError = { name: string; message: string; code?: string | undefined; stack?: string | undefined }

/** Whether a value is a message, judged by its field names alone. */
export function isChildMessage(value: unknown): value is ChildMessage {
  if (!isRecord(value) || typeof value.id !== 'number') return false
  return 'progress' in value || ('result' in value && isRecord(value.cost)) || isRecord(value.error)
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The first after standard input, output and error; for both directions. */
export const CHANNEL_FD = 3

const LENGTH_BYTES = 4
/** A request holds a picture. A result is written to the database, which a larger one would block. */
export const MAX_REQUEST_BYTES = 64 * 1024 * 1024
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024

/** A length, then the value. Throws if the value cannot be copied or is larger than `maxBytes`. */
export function encodeMessage(value: ChildRequest | ChildMessage, maxBytes: number): Buffer[] {
  const bytes = v8.serialize(value)
  if (bytes.length > maxBytes) throw new RangeError('Message too large for a child process')
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(bytes.length)
  return [length, bytes]
}

/** The complete messages so far; throws for others. Node's own channel would throw where nothing catches it. */
export function createMessageDecoder(maxBytes: number): (bytes: Buffer) => unknown[] {
  let parts: Buffer[] = []
  let held = 0
  let needed = LENGTH_BYTES
  return (bytes) => {
    parts.push(bytes)
    held += bytes.length
    const messages: unknown[] = []
    while (held >= needed) {
      const all = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
      parts = [all]
      const end = LENGTH_BYTES + all.readUInt32BE()
      if (end > LENGTH_BYTES + maxBytes) throw new RangeError('Message too large from a child process')
      needed = end
      if (held < end) break
      messages.push(v8.deserialize(all.subarray(LENGTH_BYTES, end)))
      held -= end
      // An empty rest would keep the memory of a whole picture.
      parts = held > 0 ? [all.subarray(end)] : []
      needed = LENGTH_BYTES
    }
    return messages
  }
}
