import { type ChangeEvent, type KeyboardEvent, useState } from 'react'

type Reading = {
  /** The value of a text, or undefined where the text has none. */
  read: (text: string) => string | undefined
  /** A value as it is shown in the field. */
  show: (value: string) => string
}

/**
 * The props of a text field for a value that is shown in another form than it is sent. A complete value goes to
 * `onChange` at once. Text that cannot be read goes there unchanged on blur or Enter, so that the form or server refuses it.
 */
export function useTypedText(value: string, onChange: (value: string) => void, { read, show }: Reading) {
  const [text, setText] = useState(() => show(value))
  const [before, setBefore] = useState(value)
  const [given, setGiven] = useState(value)
  if (value !== before) {
    setBefore(value)
    // Changed from outside, as by clearing the filters.
    if (value !== given) {
      setGiven(value)
      setText(show(value))
    }
  }
  const give = (next: string) => {
    setGiven(next)
    if (next !== value) onChange(next)
  }
  const finish = () => {
    const found = read(text)
    if (found !== undefined) setText(show(found))
    give(found ?? text.trim())
  }
  return {
    value: text,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      setText(target.value)
      const found = target.value.trim() === '' ? '' : read(target.value)
      if (found !== undefined) give(found)
    },
    onBlur: finish,
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Enter' && finish(),
  }
}
