import type { ComponentProps } from 'react'

/** A labelled checkbox. Takes the props of react-hook-form's `register`. */
export function Checkbox({ label, ...input }: ComponentProps<'input'> & { label: string }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input {...input} type="checkbox" className="size-5 shrink-0 accent-blue" />
      {label}
    </label>
  )
}
