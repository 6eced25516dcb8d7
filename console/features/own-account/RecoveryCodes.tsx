import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { UnsavedGuard } from '../../shared/forms/UnsavedGuard.tsx'

/** Ten codes that are shown this one time. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const [copied, setCopied] = useState<boolean>()
  const list = useRef<HTMLUListElement>(null)
  const copy = async () => {
    const done = await isCopied(codes.join('\n'))
    setCopied(done)
    if (!done && list.current) getSelection()?.selectAllChildren(list.current)
  }
  return (
    <div className="grid max-w-xl gap-4">
      <Notice kind="warning" role="status">
        <p className="font-semibold">Keep these recovery codes where only you find them.</p>
        <p>Each works once, where your app is lost. They are not shown again.</p>
      </Notice>
      <ul ref={list} aria-label="Recovery codes" className="grid gap-x-6 gap-y-1 font-receipt sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button look="secondary" onClick={() => void copy()}>
          {copied ? <Check aria-hidden="true" className="size-4" /> : <Copy aria-hidden="true" className="size-4" />}
          {copied ? 'Copied' : 'Copy all'}
        </Button>
        <Button onClick={onKept}>I have kept them</Button>
      </div>
      <p role="status" className="empty:hidden">
        {copied === false ? 'Your browser does not let this page copy. The codes are marked: copy them yourself.' : ''}
      </p>
      <UnsavedGuard unsaved>Your recovery codes are not shown again. Keep them first.</UnsavedGuard>
    </div>
  )
}

/** A browser gives its clipboard to pages of its own choice only. */
async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
