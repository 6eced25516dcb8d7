import { Check, Copy } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../Button.tsx'
import { Notice } from '../Notice.tsx'
import type { Words } from './fields.tsx'

type Props = { codes: string[]; words: Words; onSaved: () => void; children?: ReactNode }

export function RecoveryCodes({ codes, words, onSaved, children }: Props) {
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
        <p className="font-semibold">{words.recoveryCodesKeep}</p>
        <p>{words.recoveryCodesText}</p>
      </Notice>
      <ul ref={list} aria-label={words.recoveryCodes} className="grid gap-x-6 gap-y-1 font-receipt sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button look="secondary" onClick={() => void copy()}>
          {copied ? <Check aria-hidden="true" className="size-4" /> : <Copy aria-hidden="true" className="size-4" />}
          {copied ? words.copied : words.copyAll}
        </Button>
        <Button onClick={onSaved}>{words.recoveryCodesSaved}</Button>
      </div>
      <p role="status" className="empty:hidden">
        {copied === false ? words.copyBlocked : ''}
      </p>
      {children}
    </div>
  )
}

/** Some browsers deny access to the clipboard. */
async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
