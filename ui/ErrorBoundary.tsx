import { Component, type ReactNode } from 'react'

type Props = {
  fallback: ReactNode
  onError?: (error: unknown, retry: () => void) => void
  children: ReactNode
}

export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error, () => this.setState({ hasFailed: false }))
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
