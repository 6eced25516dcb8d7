import { finished } from 'node:stream/promises'
import type { Upload } from '@stampus/contract/endpoint'
import { texts } from '@stampus/contract/texts'
import type { FastifyRequest } from 'fastify'
import { ExpectedError, errorCodeOf } from '../errors.ts'
import type { Incoming, IncomingFiles } from '../storage/incoming-files.ts'
import type { Admission, UploadSender } from './guards/upload-admission.ts'
import { HttpError, invalid } from './http-error.ts'

/** Text fields, and one file on disk with the name and type that the client gave. */
export type Form = { fields: Record<string, string>; file: FormFile | undefined }
export type FormFile = { name: string; type: string; incoming: Incoming; sender?: UploadSender | undefined }

const LIMITS = { fields: 30, files: 1, fieldNameSize: 100, fieldSize: 8192, headerPairs: 50 }
const REST_BYTES = 64 * 1024
/** Still read above the limit, so that a client with a slightly too large file reads the error. */
const EXCESS_BYTES = 5 * 1024 * 1024

export type Receiving = { files: IncomingFiles; admission: Admission }

/** Throws 400, 415, 422 and the errors of the admission, which comes before the body if the file is required. */
export async function readForm(request: FastifyRequest, upload: Upload, receiving: Receiving): Promise<Form> {
  if (!request.isMultipart()) throw new HttpError(415, texts.malformed)
  const declaredBytes = Number(request.headers['content-length'] ?? 0)
  if (declaredBytes > upload.maxBytes + EXCESS_BYTES + REST_BYTES) throw tooLarge(upload)
  if (upload.required) await receiving.admission.enter()
  const form: Form = { fields: {}, file: undefined }
  try {
    await readParts(request, upload, receiving, form)
    receiving.admission.sender.counts = false
  } catch (error) {
    await form.file?.incoming.discard()
    throw error instanceof ExpectedError || isDisk(error) ? error : new HttpError(400, texts.malformed)
  }
  return form
}

async function readParts(request: FastifyRequest, upload: Upload, { files, admission }: Receiving, form: Form) {
  const limits = { ...LIMITS, fileSize: upload.maxBytes + EXCESS_BYTES }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') form.fields[part.fieldname] = String(part.value)
    else {
      // Made here, because the listener does not run in the language of the request.
      const error = tooLarge(upload)
      part.file.once('limit', () => part.file.destroy(error))
      if (part.fieldname !== upload.field) {
        await finished(part.file.resume())
        continue
      }
      await admission.enter()
      const incoming = await files.receive(part.file, { maxBytes: upload.maxBytes })
      form.file = { name: part.filename ?? '', type: part.mimetype ?? '', incoming, sender: admission.sender }
    }
  }
}

const tooLarge = ({ field, tooLarge }: Upload): HttpError => invalid(field, tooLarge())

/** A full or broken disk is our error, not the client's. */
const isDisk = (error: unknown): boolean => /^(ENOSPC|EIO|EROFS|EMFILE|EACCES|EDQUOT)$/.test(errorCodeOf(error) ?? '')
