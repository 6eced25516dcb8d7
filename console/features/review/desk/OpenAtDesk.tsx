import { Navigate, useParams } from 'react-router'

/** The way to the desk with a certain receipt on it. */
export default function OpenAtDesk() {
  const { id } = useParams()
  return <Navigate to="/" replace state={{ wanted: Number(id) }} />
}
