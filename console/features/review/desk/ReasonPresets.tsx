import type { ReasonCode } from '@stampus/contract/reasons'
import { useEffect, useRef } from 'react'
import { KeyCap } from '../../../shared/components/KeyCap.tsx'
import { sendOnEnter } from '../../../shared/forms/sending.ts'
import { type Preset, usePresetReasons } from '../../../shared/labels/reasons.ts'

type Props = {
  code: ReasonCode | undefined
  onChoose: (preset: Preset) => void
}

/** The order of the digits on a keyboard: one for each of the first ten reasons. */
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0']

/** The usual reasons, chosen with a press, the arrow keys or, the first ten, by a digit; Ctrl and Enter send the form. */
export function ReasonPresets({ code, onChoose }: Props) {
  const fields = useRef<HTMLFieldSetElement>(null)
  const presets = usePresetReasons()
  const latest = useRef({ presets, onChoose })
  latest.current = { presets, onChoose }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return
      const at = DIGITS.indexOf(event.key)
      const preset = latest.current.presets[at]
      if (!preset) return
      event.preventDefault()
      latest.current.onChoose(preset)
      fields.current?.querySelectorAll<HTMLInputElement>('input')[at]?.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <fieldset ref={fields}>
      <legend className="sr-only">Usual reasons</legend>
      <div className="grid grid-cols-2 gap-1.5">
        {presets.map((preset, at) => (
          <label key={preset.code} className={presetLook}>
            <input
              type="radio"
              name="reason-code"
              checked={code === preset.code}
              onChange={() => onChoose(preset)}
              onKeyDown={sendOnEnter}
              className="size-4 shrink-0 outline-none"
            />
            <span className="min-w-0 flex-1">{preset.name}</span>
            {DIGITS[at] ? <KeyCap>{DIGITS[at]}</KeyCap> : null}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** A digit in a text is a digit. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('textarea, select, input:not([type=radio])') !== null
}

const presetLook =
  'flex min-h-11 items-center gap-2 rounded-control border border-line px-2.5 py-1.5 text-small hover:border-blue has-checked:border-blue has-checked:bg-tint has-focus-visible:outline-3 has-focus-visible:outline-blue'
