import { type PictureProblem, type PreviewFacts, requestOcrPreview } from '@stampus/contract/ocrPreview'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { call } from '../../../shared/api/api.ts'
import { settings } from '../../../shared/settings.ts'
import type { ReceiptForm } from './receiptFields.ts'

/** What OCR has found so far, whether it is still running, and why the picture is hard to read. */
type OcrPreview = {
  facts: PreviewFacts | undefined
  isReading: boolean
  problem: PictureProblem | undefined
}

type Read = { file: File; facts: PreviewFacts | null; isOver: boolean }

/**
 * Runs OCR on the chosen picture while the member types. Does nothing if the server has no OCR. While `wanted` is false
 * it sends nothing, so that the receipt has the whole connection, and a picture chosen by then is not sent again.
 */
export function useOcrPreview({ control }: ReceiptForm, wanted: boolean): OcrPreview {
  const file = useWatch({ control, name: 'receipt_image' })
  const [read, setRead] = useState<Read>()
  const own = read?.file === file ? read : undefined
  const isReading = file !== null && !own?.isOver && wanted && settings.reads_receipts && !savesData()
  useEffect(() => {
    if (!file || wanted) return
    setRead((before) => ({ file, facts: before?.file === file ? before.facts : null, isOver: true }))
  }, [file, wanted])
  useEffect(() => {
    if (!file || !isReading) return
    const stop = new AbortController()
    const keep = (facts: PreviewFacts | null, isOver: boolean) => {
      if (stop.signal.aborted) return
      // Keep what was already found if the rest fails.
      setRead((before) => ({ file, facts: facts ?? (before?.file === file ? before.facts : null), isOver }))
    }
    const onLine = ({ data }: { data: PreviewFacts | null }) => keep(data, false)
    call(requestOcrPreview, { receipt_image: file }, { signal: stop.signal, onLine }).then(
      ({ data }) => keep(data, true),
      () => keep(null, true),
    )
    return () => stop.abort()
  }, [file, isReading])
  return { facts: own?.facts ?? undefined, isReading, problem: own?.facts?.picture_problem ?? undefined }
}

/** Respects the browser's data saver: each picture is sent only once. */
function savesData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true
}
