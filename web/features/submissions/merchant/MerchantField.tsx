import { show } from '@stampus/contract/merchants'
import * as texts from '@stampus/contract/texts'
import { Failure } from '@stampus/ui/Failure'
import { Skeleton } from '@stampus/ui/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useController } from 'react-hook-form'
import * as words from '#words'
import { q } from '../../../shared/api/api.ts'
import { isMissing } from '../../../shared/api/CallError.ts'
import { MerchantRules } from '../../../shared/merchants/MerchantRules.tsx'
import type { ReceiptForm } from '../form/receiptForm.ts'
import { ChosenMerchant } from './ChosenMerchant.tsx'
import { MerchantChoices } from './MerchantChoices.tsx'
import type { Choice } from './merchantChoice.ts'

/** Which merchant the receipt is from: those of earlier receipts first, any other by its name (D-03). */
export function MerchantField({ form }: { form: ReceiptForm }) {
  const { field, fieldState } = useController({ control: form.control, name: 'merchant_id' })
  const [chosen, setChosen] = useState<Choice>()
  const known = useQuery({ ...q(show, { id: field.value }), enabled: field.value !== '' && !chosen })
  // A merchant that is no more must not be sent unseen; one that cannot be fetched just now stays chosen.
  const closed = !chosen && (isMissing(known.error) || known.data?.data.is_active === false)
  const { onChange } = field
  useEffect(() => {
    if (closed) onChange('')
  }, [closed, onChange])
  const choose = (choice: Choice | undefined) => {
    setChosen(choice)
    onChange(choice ? String(choice.id) : '')
    // The button that was pressed goes away: the focus waits for what takes its place.
    setTimeout(() => form.setFocus(choice ? 'purchase_amount' : 'merchant_id'))
  }
  const merchant = field.value === '' ? undefined : (chosen ?? known.data?.data)
  const error = fieldState.error?.message
  if (merchant)
    return (
      <div className="grid gap-3">
        <ChosenMerchant merchant={merchant} onChange={() => choose(undefined)} buttonRef={field.ref} error={error} />
        <MerchantRules merchant={merchant} />
      </div>
    )
  if (field.value !== '' && known.isPending) return <Skeleton className="h-18 w-full" />
  if (field.value !== '' && known.isError && !closed)
    return (
      <Failure
        text={texts.merchantFailed}
        retry={words.retry}
        busy={known.isFetching}
        onRetry={() => void known.refetch()}
      />
    )
  return <MerchantChoices onChoose={choose} inputRef={field.ref} error={error} />
}
