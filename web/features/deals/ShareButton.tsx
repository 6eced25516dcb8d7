import { Button } from '@stampus/ui/Button'
import { Share2 } from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import * as words from '#words'
import { linkTo } from '../../shared/paths.ts'
import { showToast } from '../../shared/toasts.ts'

type Shared = { title: string; url: string }

/** Shares a deal with the device's own dialog, or copies its link where there is none. */
export function ShareButton({ id, title }: { id: number; title: string }) {
  const isSharing = useRef(false)
  const share = async (event: MouseEvent) => {
    const isSecondOfDouble = event.detail > 1
    if (isSharing.current || isSecondOfDouble) return
    isSharing.current = true
    await shareOrCopy({ title, url: new URL(linkTo('deal', { id }), window.location.origin).href })
    isSharing.current = false
  }
  return (
    <Button look="secondary" onClick={(event) => void share(event)} className="shrink-0">
      <Share2 aria-hidden="true" className="size-5" />
      {words.dealShare}
    </Button>
  )
}

async function shareOrCopy({ title, url }: Shared): Promise<void> {
  try {
    if (typeof navigator.share === 'function') return await navigator.share({ title, url })
  } catch (error) {
    // The visitor closed the dialog.
    if (error instanceof DOMException && error.name === 'AbortError') return
  }
  await copy(url)
}

/** Some browsers deny access to the clipboard, and insecure pages have none. */
async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    showToast({ type: 'success', title: words.dealLinkCopied, message: '' })
  } catch {
    showToast({ type: 'error', title: words.dealLinkNotCopied, message: words.dealLinkNotCopiedHelp })
  }
}
