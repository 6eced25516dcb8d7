import { type PlainReceipt, plainReceipts } from '@stampus/contract/bulk'
import { Button } from '@stampus/ui/Button'
import { Picture } from '@stampus/ui/Picture'
import { useState } from 'react'
import { queryClient } from '../app/queries.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { PlainFacts } from './PlainFacts.tsx'
import { ReceiptViewer } from './ReceiptViewer.tsx'

/** A plain receipt's picture, large enough to judge most; a press opens it as the desk shows it. */
export function BulkPicture({ receipt }: { receipt: PlainReceipt }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-label={`Picture of receipt ${receipt.id}, opens large`}
        className="cursor-zoom-in rounded-control max-sm:self-center"
      >
        <Picture
          src={receipt.thumb_url}
          placeholder={receipt.picture.placeholder}
          alt=""
          width={216}
          height={320}
          fit="contain"
          onExpired={askAnew}
          className="h-80 w-54 rounded-control"
        />
      </button>
      {open ? <LargePicture receipt={receipt} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function LargePicture({ receipt, onClose }: { receipt: PlainReceipt; onClose: () => void }) {
  const name = `Receipt ${receipt.id} from ${receipt.merchant}`
  return (
    <Dialog title={name} hasPicture onClose={onClose}>
      <div className="grid gap-4 lg:h-[70dvh] lg:grid-cols-[minmax(0,1fr)_15rem]">
        <ReceiptViewer picture={receipt.picture} name={name} onShown={() => undefined} onUnreadable={askAnew} />
        <PlainFacts receipt={receipt} />
      </div>
      <Button look="secondary" onClick={onClose} className="justify-self-end">
        Close
      </Button>
    </Dialog>
  )
}

/** Addresses of pictures are good for some minutes. */
function askAnew() {
  void queryClient.refetchQueries({ queryKey: [plainReceipts.path] })
}
