import { type PictureProblem, type PreviewFacts, readAhead } from '@stampus/contract/ocrPreview'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { call } from '../../../shared/api/api.ts'
import { settings } from '../../../shared/settings.ts'
import type { ReceiptForm } from '../form/receiptFields.ts'

/** What the chosen picture says so far, whether the rest is being read, and why it is hard to read. */
export type OcrPreview = {
  facts: PreviewFacts | undefined
  isReading: boolean
  problem: PictureProblem | undefined
}

type Read = { file: File; facts: PreviewFacts | null; isOver: boolean }

/**
 * Reads the chosen picture while the rest is typed. Servers that read none are not asked. While it is not `wanted` nothing is sent,
 * so that the receipt itself has the whole connection; a picture that was chosen by then is not sent again.
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
      // What was clear stays where the rest cannot be read.
      setRead((before) => ({ file, facts: facts ?? (before?.file === file ? before.facts : null), isOver }))
    }
    const onLine = ({ data }: { data: PreviewFacts | null }) => keep(data, false)
    call(readAhead, { receipt_image: file }, { signal: stop.signal, onLine }).then(
      ({ data }) => keep(data, true),
      () => keep(null, true),
    )
    return () => stop.abort()
  }, [file, isReading])
  return { facts: own?.facts ?? undefined, isReading, problem: own?.facts?.picture_problem ?? undefined }
}

/** Who asks to save data sends each picture once. */
function savesData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true
}
