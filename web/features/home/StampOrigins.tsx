import { Button } from '@stampus/ui/Button'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import * as words from '#words'
import { StampEntries } from './StampEntries.tsx'

/** Where the stamps come from, folded away until it is asked for. The address holds it: mails lead there, and back works. */
export function StampOrigins() {
  const id = useId()
  const [params, setParams] = useSearchParams()
  const open = params.get('stamps') === 'all'
  return (
    <>
      <Button
        look="quiet"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setParams(open ? {} : { stamps: 'all' }, { replace: true })}
        className="-mx-4 mt-2 -mb-2"
      >
        {words.stampOrigins}
        <ChevronDown aria-hidden="true" className={`size-5 ${open ? 'rotate-180' : ''}`} />
      </Button>
      {open ? (
        <div id={id} className="mt-2">
          <StampEntries />
        </div>
      ) : null}
    </>
  )
}
