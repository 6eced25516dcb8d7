import { connect } from 'node:net'
import { END, FORM, filePart } from '../support/multipart.ts'

/** Uploads whose sender goes away in the middle; each is over once its connection is. */
export async function breakOff(
  url: string,
  { authorization }: { authorization: string },
  count: number,
): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => breakOffOne(url, authorization)))
}

function breakOffOne(url: string, authorization: string): Promise<void> {
  const body = Buffer.concat([
    filePart('receipt_image', { name: 'a.jpg', type: 'image/jpeg', bytes: Buffer.alloc(500_000) }),
    END,
  ])
  const head = `POST /api/submissions HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: ${FORM}`
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
  return new Promise((resolve) => {
    socket.once('close', () => resolve())
    socket.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n`)
    socket.write(body.subarray(0, 300_000), () => socket.destroy())
  })
}
