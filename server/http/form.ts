import type { Upload } from '@stampus/contract/endpoint'
import { texts } from '@stampus/contract/texts'
import type { FastifyRequest } from 'fastify'
import type { Incoming, IncomingFiles } from '../files/incoming.ts'
import { Refusal } from './refusal.ts'

/** A multipart body: its text fields, and its one file on disk with what the sender said of it. */
export type Form = { fields: Record<string, string>; file: FormFile | undefined }
export type FormFile = { name: string; type: string; incoming: Incoming }

const LIMITS = { fields: 30, files: 1, fieldNameSize: 100, fieldSize: 8192, headerPairs: 50 }

/** Reads a form; its file is read to one byte past the limit, so that the contract's own rule names the fault. */
export async function readForm(request: FastifyRequest, upload: Upload, files: IncomingFiles): Promise<Form> {
  if (!request.isMultipart()) throw new Refusal(415, texts.malformed)
  const form: Form = { fields: {}, file: undefined }
  try {
    await readParts(request, upload, files, form)
  } catch (fault) {
    await form.file?.incoming.discard()
    throw isDisk(fault) ? fault : new Refusal(400, texts.malformed)
  }
  return form
}

async function readParts(request: FastifyRequest, upload: Upload, files: IncomingFiles, form: Form): Promise<void> {
  const limits = { ...LIMITS, fileSize: upload.maxBytes + 1 }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') form.fields[part.fieldname] = String(part.value)
    else if (part.fieldname !== upload.field) part.file.resume()
    else {
      const incoming = await files.receive(part.file, { maxBytes: upload.maxBytes })
      form.file = { name: part.filename ?? '', type: part.mimetype ?? '', incoming }
    }
  }
}

/** A full or broken disk is our fault, not the sender's. */
function isDisk(fault: unknown): boolean {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : ''
  return /^(ENOSPC|EIO|EROFS|EMFILE|EACCES|EDQUOT)$/.test(code)
}
