import { type ReadFacts, readAhead } from '@stampus/contract/readings'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { call } from '../app/api.ts'
import { settings } from '../app/settings.ts'
import type { ReceiptForm } from './receiptForm.ts'

/**
 * What the chosen picture says, read while the rest is typed; undefined until it is known, where it cannot be read, and from
 * servers that read none. While it is not `wanted` nothing is sent: the receipt itself has the line for itself.
 */
export function useReadAhead({ control }: ReceiptForm, wanted: boolean): ReadFacts | undefined {
  const file = useWatch({ control, name: 'receipt_image' })
  const [read, setRead] = useState<{ file: File; facts: ReadFacts | null }>()
  const isRead = read?.file === file
  useEffect(() => {
    if (!file || isRead || !wanted || !settings.reads_receipts || savesData()) return
    const stop = new AbortController()
    const keep = ({ data: facts }: { data: ReadFacts | null }) => setRead({ file, facts })
    // Without it the form is as it always was.
    call(readAhead, { receipt_image: file }, { signal: stop.signal }).then(keep, () => undefined)
    return () => stop.abort()
  }, [file, isRead, wanted])
  return (isRead && read?.facts) || undefined
}

/** Who asks to save data sends each picture once. */
function savesData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true
}
