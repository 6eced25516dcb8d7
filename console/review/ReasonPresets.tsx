import type { ReasonCode } from '@stampus/contract/reasons'
import { sendOnEnter } from '../parts/sending.ts'
import { presetReasons } from './reasons.ts'

type Props = {
  code: ReasonCode | undefined
  onChoose: (preset: (typeof presetReasons)[number]) => void
}

/** The usual reasons, one of which is chosen with a press or with the arrow keys; Ctrl and Enter send the form. */
export function ReasonPresets({ code, onChoose }: Props) {
  return (
    <fieldset>
      <legend className="sr-only">Usual reasons</legend>
      <div className="grid grid-cols-2 gap-1.5">
        {presetReasons.map((preset) => (
          <label key={preset.code} className={presetLook}>
            <input
              type="radio"
              name="reason-code"
              checked={code === preset.code}
              onChange={() => onChoose(preset)}
              onKeyDown={sendOnEnter}
              className="size-4 shrink-0 outline-none"
            />
            {preset.name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const presetLook =
  'flex min-h-11 items-center gap-2 rounded-control border border-line px-2.5 py-1.5 text-small hover:border-blue has-checked:border-blue has-checked:bg-wash has-focus-visible:outline-3 has-focus-visible:outline-blue'
