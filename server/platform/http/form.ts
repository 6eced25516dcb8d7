import { finished } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { Upload } from '@stampus/contract/endpoint'
import * as texts from '@stampus/contract/texts'
import type { FastifyRequest } from 'fastify'
import { TooManyRequests } from '../errors.ts'
import type { Incoming, IncomingFiles } from '../storage/incoming-files.ts'
import type { Admission, UploadSender } from './guards/upload-admission.ts'
import { HttpError, invalid } from './http-error.ts'

/** A multipart body: its text fields, and its one file on disk with what the sender said of it. */
export type Form = { fields: Record<string, string>; file: FormFile | undefined }
export type FormFile = { name: string; type: string; incoming: Incoming; sender?: UploadSender | undefined }

const LIMITS = { fields: 30, files: 1, fieldNameSize: 100, fieldSize: 8192, headerPairs: 50 }
/** What a form may hold beside its file. */
const REST_BYTES = 64 * 1024
/** How much more than is taken is still read, so that a sender of a file somewhat too large has sent it all and reads the answer. */
const EXCESS_BYTES = 5 * 1024 * 1024

/** Where a form's file goes, and what has to be asked before. */
export type Receiving = { files: IncomingFiles; admission: Admission }

/**
 * Reads a form; its file is read past the limit, so that the contract's own rule names the fault. Throws 400, 415 or 422, and what
 * refuses the upload: before the body where the file is required, else before the file.
 */
export async function readForm(request: FastifyRequest, upload: Upload, receiving: Receiving): Promise<Form> {
  if (!request.isMultipart()) throw new HttpError(415, texts.malformed)
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > upload.maxBytes + EXCESS_BYTES + REST_BYTES) throw tooLarge(upload)
  if (upload.required) await receiving.admission.enter()
  const form: Form = { fields: {}, file: undefined }
  try {
    await readParts(request, upload, receiving, form)
    receiving.admission.sender.counts = false
  } catch (fault) {
    await form.file?.incoming.discard()
    const isNamed = fault instanceof HttpError || fault instanceof TooManyRequests
    throw isNamed || isDisk(fault) ? fault : new HttpError(400, texts.malformed)
  }
  return form
}

async function readParts(request: FastifyRequest, upload: Upload, receiving: Receiving, form: Form): Promise<void> {
  const limits = { ...LIMITS, fileSize: upload.maxBytes + EXCESS_BYTES }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') form.fields[part.fieldname] = String(part.value)
    else {
      part.file.once('limit', () => part.file.destroy(tooLarge(upload)))
      await readFile(part, upload, receiving, form)
    }
  }
}

async function readFile(
  part: MultipartFile,
  upload: Upload,
  { files, admission }: Receiving,
  form: Form,
): Promise<void> {
  if (part.fieldname !== upload.field) return finished(part.file.resume())
  await admission.enter()
  const incoming = await files.receive(part.file, { maxBytes: upload.maxBytes })
  form.file = { name: part.filename ?? '', type: part.mimetype ?? '', incoming, sender: admission.sender }
}

function tooLarge({ field, tooLarge }: Upload): HttpError {
  return invalid(field, tooLarge)
}

/** A full or broken disk is our fault, not the sender's. */
function isDisk(fault: unknown): boolean {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : ''
  return /^(ENOSPC|EIO|EROFS|EMFILE|EACCES|EDQUOT)$/.test(code)
}
