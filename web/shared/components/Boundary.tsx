import { Component, type ReactNode } from 'react'
import { whenOnline } from '../api/whenOnline.ts'
import { tellFault } from '../errors/faultWatch.ts'

type Props = { instead: ReactNode; children: ReactNode }

/** Shows `instead` where its children break or their code cannot be fetched; tries them again when the network returns. */
export class Boundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch(fault: unknown) {
    tellFault(fault)
    whenOnline(() => this.setState({ broken: false }))
  }

  override render() {
    return this.state.broken ? this.props.instead : this.props.children
  }
}
