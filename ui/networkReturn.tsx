import { useEffect, useEffectEvent } from 'react'

/** Does something each time the network returns. */
export function useNetworkReturn(act: () => void): void {
  const returned = useEffectEvent(act)
  useEffect(() => {
    const listen = () => returned()
    window.addEventListener('online', listen)
    return () => window.removeEventListener('online', listen)
  }, [])
}
