// Message formats: https://www.postgresql.org/docs/current/protocol-message-formats.html

const encryptionCodes = [80877103, 80877104]
const cancelCode = 80877102
const endsBatch = new Set([...'QSHFX'].map((letter) => letter.charCodeAt(0)))

/** AuthenticationOk and ReadyForQuery (idle): everything a client needs to start. */
export const welcome = Buffer.from('5200000008000000005a0000000549', 'hex')

export const sync = Buffer.from('5300000004', 'hex')

export function query(text: string): Buffer {
  const message = Buffer.from(`Q....${text}\0`)
  message.writeInt32BE(message.length - 1, 1)
  return message
}

/** Only the first packet has no type letter. */
export function readFirstPacket(packet: Buffer): 'startup' | 'encryption' | 'cancel' {
  const code = packet.readInt32BE(4)
  if (encryptionCodes.includes(code)) return 'encryption'
  return code === cancelCode ? 'cancel' : 'startup'
}

/** Batches for the engine: whole messages up to a Sync, Query or Flush. */
export class MessageBatches {
  #rest: Buffer = Buffer.alloc(0)

  take(bytes: Buffer): Buffer[] {
    const all = this.#rest.length ? Buffer.concat([this.#rest, bytes]) : bytes
    const batches: Buffer[] = []
    let begun = 0
    for (let at = 0, end = messageEnd(all, at); end <= all.length; at = end, end = messageEnd(all, at)) {
      if (!endsBatch.has(all.readUInt8(at))) continue
      batches.push(all.subarray(begun, end))
      begun = end
    }
    this.#rest = all.subarray(begun)
    return batches
  }
}

const messageEnd = (bytes: Buffer, at: number): number =>
  at + 5 > bytes.length ? Number.POSITIVE_INFINITY : at + 1 + bytes.readInt32BE(at + 1)
