import { Check, Copy } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../Button.tsx'
import { Notice } from '../Notice.tsx'

type Words = {
  list: string
  keep: string
  explanation: string
  copy: string
  copied: string
  blocked: string
  saved: string
}

type Props = { codes: string[]; words: Words; onSaved: () => void; children?: ReactNode }

/** Recovery codes, which are shown only once. */
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
        <p className="font-semibold">{words.keep}</p>
        <p>{words.explanation}</p>
      </Notice>
      <ul ref={list} aria-label={words.list} className="grid gap-x-6 gap-y-1 font-receipt sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button look="secondary" onClick={() => void copy()}>
          {copied ? <Check aria-hidden="true" className="size-4" /> : <Copy aria-hidden="true" className="size-4" />}
          {copied ? words.copied : words.copy}
        </Button>
        <Button onClick={onSaved}>{words.saved}</Button>
      </div>
      <p role="status" className="empty:hidden">
        {copied === false ? words.blocked : ''}
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
