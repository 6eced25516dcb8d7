export type Answer = { status: number; head: string; body: Buffer }

const END_OF_HEAD = '\r\n\r\n'

/** Reads the answers on one connection, one after another; each says its length, as those without chunks do. */
export class AnswerReader {
  #parts: Buffer[] = []
  #bytes = 0
  #wanted: number | undefined

  /** The answer that ends with this part, or undefined while more of it is to come. */
  read(part: Buffer): Answer | undefined {
    this.#parts.push(part)
    this.#bytes += part.length
    this.#wanted ??= lengthOf(this.#parts)
    if (this.#wanted === undefined || this.#bytes < this.#wanted) return undefined
    const whole = this.#parts.length === 1 ? part : Buffer.concat(this.#parts)
    this.#parts = []
    this.#bytes = 0
    this.#wanted = undefined
    return answerIn(whole)
  }
}

/** Of head and body together. */
function lengthOf(parts: Buffer[]): number | undefined {
  const known = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
  const end = known.indexOf(END_OF_HEAD)
  if (end < 0) return undefined
  const head = known.toString('latin1', 0, end)
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? []
  if (length === undefined && !/^HTTP\/1\.1 (204|304) /.test(head)) throw new Error(`An answer has no length:\n${head}`)
  return end + END_OF_HEAD.length + Number(length ?? 0)
}

function answerIn(whole: Buffer): Answer {
  const end = whole.indexOf(END_OF_HEAD)
  return {
    status: Number(whole.toString('latin1', 9, 12)),
    head: whole.toString('latin1', 0, end),
    body: whole.subarray(end + END_OF_HEAD.length),
  }
}
