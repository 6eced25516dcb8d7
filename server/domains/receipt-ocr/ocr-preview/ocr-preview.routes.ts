import { type PreviewFacts, requestOcrPreview } from '@stampus/contract/ocrPreview'
import type { Deps } from '../../../deps.ts'
import type { FormFile } from '../../../platform/http/form.ts'
import { routes } from '../../../platform/http/route.ts'
import { offerRecorder } from '../filled-in/filled-in.service.ts'
import type { Facts } from '../ocr-result.ts'
import { listActiveMerchants } from '../receipt-ocr.store.ts'
import { readPreview } from './ocr-preview.service.ts'
import { type FindMerchant, merchantFinder, presentFacts, presentFinalFacts } from './preview-answer.ts'

export const ocrPreviewRoutes = routes({ requestOcrPreview }, (deps: Deps) => ({
  requestOcrPreview: async (_input, { member, file, sendLine }) => {
    const findMerchant = merchantFinder(() => listActiveMerchants(deps.db.pool))
    const record = safeRecorder(deps, member.id, file)
    const lines = sendLine && lineSender({ findMerchant, record, sendLine })
    const reading = readPreview(deps, { userId: member.id, file, onFacts: lines?.onFacts })
    const result = await reading.finally(() => lines?.sent())
    if (!result) return { data: null }
    const data = await presentFinalFacts(result, findMerchant)
    if (await record(data)) return { data }
    return { data: await presentFinalFacts(result.problem ? { problem: result.problem } : {}, findMerchant) }
  },
}))

/** Stores what is offered for the file. False if that fails: then it must not be sent. */
type RecordOffer = (facts: PreviewFacts) => Promise<boolean>

function safeRecorder(deps: Deps, userId: number, file: FormFile | undefined): RecordOffer {
  const store = file && offerRecorder(deps, { userId, fileSha256: Buffer.from(file.incoming.sha256, 'hex') })
  return async (facts) => {
    if (!store) return false
    try {
      await store(facts)
      return true
    } catch (error) {
      deps.log.error({ err: error }, 'facts are not offered, because that could not be stored')
      return false
    }
  }
}

type LineOptions = {
  findMerchant: FindMerchant
  record: RecordOffer
  sendLine: (answer: { data: PreviewFacts }) => void
}

/** Sends facts when they change, each line after its facts are stored. `sent` waits for the last one. */
function lineSender({ findMerchant, record, sendLine }: LineOptions) {
  let last = ''
  let sending = presentFacts({}, findMerchant).then((nothing) => {
    last = JSON.stringify(nothing)
  })
  const send = async (facts: Facts) => {
    const data = await presentFacts(facts, findMerchant)
    if (last === JSON.stringify(data)) return
    last = JSON.stringify(data)
    if (await record(data)) sendLine({ data })
  }
  return {
    onFacts: (facts: Facts) => {
      sending = sending.then(() => send(facts))
      // `sent` throws the error.
      sending.catch(() => undefined)
    },
    sent: () => sending,
  }
}
