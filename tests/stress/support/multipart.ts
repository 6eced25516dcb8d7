const BOUNDARY = 'stampus'

export const FORM = `multipart/form-data; boundary=${BOUNDARY}`
export const END = Buffer.from(`--${BOUNDARY}--\r\n`)

/** One part of a multipart form, built by hand: its disposition may contain what no browser would send. */
export function part(disposition: string, content: Uint8Array): Buffer {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')])
}

/** The part with the file, and the name and type that its sender claims. */
export function filePart(
  field: string,
  { name, type, bytes }: { name: string; type: string; bytes: Uint8Array },
): Buffer {
  return part(`name="${field}"; filename="${name}"\r\ncontent-type: ${type}`, bytes)
}
