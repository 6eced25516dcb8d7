import { useEffect, useState } from 'react'

/** An address for a file of this page, given back when it is no longer shown. */
export function useAddressOf(file: File): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
