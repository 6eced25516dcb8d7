import { type PlainReceipt, plainReceipts } from '@stampus/contract/console/bulk'
import type { ComparedFact } from '@stampus/contract/console/evidence'
import { Button } from '@stampus/ui/Button'
import { Dialog } from '@stampus/ui/Dialog'
import { type Ref, useState } from 'react'
import { queryClient } from '../../../shared/api/queries.ts'
import type { FactFrame } from '../../../shared/receipts/facts.ts'
import { FactFrames, fittedView, ReceiptViewer } from '../../../shared/receipts/ReceiptViewer.tsx'
import { BulkFacts } from './BulkFacts.tsx'

type Props = {
  ref: Ref<HTMLImageElement>
  receipt: PlainReceipt
  /** The address of the picture, which stays the same as long as it works. */
  src: string
  onLoad: () => void
  onError: () => void
}

/** The whole picture with frames around the OCR facts. A press opens the large viewer. */
export function BulkPicture({ ref, receipt, src, onLoad, onError }: Props) {
  const [open, setOpen] = useState(false)
  const { picture } = receipt
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-label={`Picture of receipt ${receipt.id}, opens full size`}
        className="@container-[size] grid h-96 shrink-0 cursor-zoom-in place-items-center overflow-hidden rounded-control bg-line sm:h-auto sm:min-h-96 sm:w-56 lg:w-60"
      >
        <img
          ref={ref}
          src={src}
          alt=""
          width={picture.width}
          height={picture.height}
          decoding="async"
          onLoad={onLoad}
          onError={onError}
          className="h-[100cqh] w-[100cqw] bg-contain bg-center bg-no-repeat object-contain [grid-area:1/1]"
          style={{ backgroundImage: `url("${picture.placeholder ?? ''}")` }}
        />
        <FactFrames picture={picture} frames={factFramesOf(receipt)} view={fittedView} transform="none" />
      </button>
      {open ? <LargePicture receipt={receipt} src={src} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function LargePicture({ receipt, src, onClose }: Pick<Props, 'receipt' | 'src'> & { onClose: () => void }) {
  const name = `Receipt ${receipt.id} from ${receipt.merchant}`
  return (
    <Dialog title={name} hasPicture onClose={onClose}>
      <div className="grid gap-4 lg:h-[70dvh] lg:grid-cols-[minmax(0,1fr)_15rem]">
        <ReceiptViewer
          picture={receipt.picture}
          name={name}
          frames={factFramesOf(receipt)}
          onLoadError={refetchReceipts}
        />
        <BulkFacts receipt={receipt} src={src} />
      </div>
      <Button look="secondary" onClick={onClose} className="justify-self-end">
        Close
      </Button>
    </Dialog>
  )
}

/** Fetches fresh addresses of the pictures, which expire after some minutes. */
export function refetchReceipts() {
  void queryClient.refetchQueries({ queryKey: [plainReceipts.path] })
}

function factFramesOf({ reading }: PlainReceipt): FactFrame[] {
  const facts: [string, ComparedFact][] = Object.entries(reading ?? {})
  return facts.flatMap(([name, { place, verdict }]) => (place ? [{ name, place, verdict }] : []))
}
