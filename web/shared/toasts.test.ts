import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, showToast, useToasts } from './toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  vi.runAllTimers()
  useToasts.setState({ shown: [] })
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const shown = () => useToasts.getState().shown

test('S-4.14 S-9.01 a toast stays for 5000 ms, then fades for 300 ms', () => {
  showToast({ type: 'success', title: 'Saved', message: '' })
  vi.advanceTimersByTime(4999)
  expect(shown()).toMatchObject([{ isLeaving: false }])
  vi.advanceTimersByTime(1)
  expect(shown()).toMatchObject([{ isLeaving: true }])
  vi.advanceTimersByTime(299)
  expect(shown()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([])
})

test('S-9.01 a toast with a duration of 0 stays until it is closed', () => {
  const id = showToast({ type: 'error', title: 'Not saved', message: '', duration: 0 })
  vi.advanceTimersByTime(3_600_000)
  expect(shown()).toMatchObject([{ isLeaving: false }])
  dismissToast(id)
  vi.advanceTimersByTime(300)
  expect(shown()).toEqual([])
})
