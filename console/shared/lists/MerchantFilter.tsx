import { merchantChoices } from '@stampus/contract/console/submissions'
import { useQuery } from '@tanstack/react-query'
import { q } from '../api/queries.ts'
import { MerchantField } from '../forms/MerchantField.tsx'

type Props = { id: string; onChange: (id: string) => void; error?: string | undefined }

/** The merchant that the address bar holds by its id, empty for any, under its name. */
export function MerchantFilter({ id, onChange, error }: Props) {
  const isNumber = /^\d{1,15}$/.test(id)
  const { data } = useQuery({ ...q(merchantChoices, { id: Number(id) }), enabled: isNumber })
  const value = isNumber ? { id: Number(id), name: data?.data[0]?.name ?? '' } : null
  return (
    <MerchantField
      label="Merchant"
      value={value}
      onChange={(merchant) => onChange(merchant ? String(merchant.id) : '')}
      error={error}
    />
  )
}
