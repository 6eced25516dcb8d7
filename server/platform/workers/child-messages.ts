import v8 from 'node:v8'

/** What a child process may cost: its wall time, all of its memory, and the share of its JavaScript. */
export type ChildLimits = { milliseconds: number; memoryBytes: number; heapMb: number }

/** What an answer of a child process has cost, the most memory the process held so far, and what it holds now. */
export type ChildCost = { cpuSeconds: number; peakBytes: number; heldBytes: number }

/** What the server sends a child, with a number of its own. */
export type Question = { number: number; data: unknown; memoryBytes: number; parent: number }

/** What a child sends the server about the question of that number: any number of news, then an answer or a fault. */
export type Word = { number: number } & (
  | { news: unknown }
  | { answer: unknown; cost: ChildCost }
  | { fault: ChildFault }
)

/** What a child threw. */
export type ChildFault = { name: string; message: string; code?: string | undefined; stack?: string | undefined }

/** Whether a value is a word, as far as its field names say. */
export function isWord(value: unknown): value is Word {
  if (!isRecord(value) || typeof value.number !== 'number') return false
  return 'news' in value || ('answer' in value && isRecord(value.cost)) || isRecord(value.fault)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The file descriptor that words go through in both directions: the first after standard input, output and error. */
export const CHANNEL = 3

const LENGTH_BYTES = 4
/** A question holds a picture. An answer is written to the database, which a larger one would block for everybody. */
export const QUESTION_BYTES = 64 * 1024 * 1024
export const WORD_BYTES = 4 * 1024 * 1024

/** The bytes of a word: its length, then its value. Throws if the value cannot be copied, or is larger than `mostBytes`. */
export function written(value: Question | Word, mostBytes: number): Buffer[] {
  const bytes = v8.serialize(value)
  if (bytes.length > mostBytes) throw new RangeError('Too much for a child process')
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(bytes.length)
  return [length, bytes]
}

/**
 * Takes the bytes of a channel as they arrive and returns the words that are complete. Throws to its caller if the bytes are no word, or
 * one larger than `mostBytes`; Node's own channel would throw in the event loop, where nothing catches it.
 */
export function wordsReader(mostBytes: number): (bytes: Buffer) => unknown[] {
  let parts: Buffer[] = []
  let held = 0
  let needed = LENGTH_BYTES
  return (bytes) => {
    parts.push(bytes)
    held += bytes.length
    const words: unknown[] = []
    while (held >= needed) {
      const all = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
      parts = [all]
      const end = LENGTH_BYTES + all.readUInt32BE()
      if (end > LENGTH_BYTES + mostBytes) throw new RangeError('Too long a word from a child process')
      needed = end
      if (held < end) break
      words.push(v8.deserialize(all.subarray(LENGTH_BYTES, end)))
      held -= end
      // An empty rest would keep the memory of a whole picture.
      parts = held > 0 ? [all.subarray(end)] : []
      needed = LENGTH_BYTES
    }
    return words
  }
}
