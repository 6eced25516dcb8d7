import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { startOutbox } from '../../shared/receipts/outbox.ts'

export function OutboxRunner() {
  const queries = useQueryClient()
  useEffect(() => startOutbox(queries), [queries])
  return null
}
