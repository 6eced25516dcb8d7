import { useLocation } from 'react-router'
import { Link } from '../app/Link.tsx'
import { linkTo } from '../app/paths.ts'
import { FormSheet } from './FormSheet.tsx'
import { RegisterForm } from './RegisterForm.tsx'

/** S-2.19. */
export function RegisterPage() {
  const { search } = useLocation()
  return (
    <FormSheet title="Register" intro="For students, staff and vendors of the college.">
      <RegisterForm />
      <p>
        Already registered?{' '}
        <Link to={linkTo('login') + search} className="font-semibold text-blue underline underline-offset-4">
          Login
        </Link>
      </p>
    </FormSheet>
  )
}
